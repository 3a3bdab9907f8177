import './links';
import './mutations';
import './payment-mutations';
import './queries';
import './reward-types';
import './login-methods';
import { builder } from './builder';

/** The GraphQL schema. `schema.graphql` in this folder is its printed form, and `npm run drift` compares them. */
export const schema = builder.toSchema();
