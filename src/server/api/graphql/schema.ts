import './links';
import './mutations';
import './payment-mutations';
import './queries';
import './reward-types';
import './login-methods';
import { builder } from './builder';

/** The GraphQL schema. `npm run drift` compares it with its printed form, `schema.graphql` in this folder. */
export const schema = builder.toSchema();
