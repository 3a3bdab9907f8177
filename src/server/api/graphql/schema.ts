import './mutations';
import './queries';
import './reward-types';
import './login-methods';
import './result-types';
import { builder } from './builder';

/** The GraphQL schema. `npm run check` checks that `schema.graphql` in this folder is its current printed form. */
export const schema = builder.toSchema();
