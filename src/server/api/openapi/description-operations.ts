import { z } from 'zod';
import { body, describe, json } from '../system/system-call';

/* The OpenAPI operations of the API documentation. They stand apart from its answers, which need the document. */

export const GET_OPENAPI = describe({
  operationId: 'getOpenapiJson',
  summary: 'This document',
  description: 'OpenAPI 3.1, built from the schemas that check every request. `/api/docs` shows it.',
  security: [],
  done: json(z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
  refusals: ['INTERNAL'],
});

export const GET_CLIENT = describe({
  operationId: 'getClient',
  summary: 'The API client as npm package',
  description:
    'TypeScript types of REST and GraphQL, and a client that keeps a session and repeats what got no answer. Install it with `npm install` and this address.',
  security: [],
  done: body('application/gzip', {}),
  refusals: ['INTERNAL'],
});

export const GET_GRAPHQL_SCHEMA = describe({
  operationId: 'getGraphqlSchema',
  summary: 'The GraphQL schema as text',
  description: 'The schema in its definition language, also where introspection is closed.',
  security: [],
  done: body('application/graphql', {
    schema: z.string(),
    example: 'type Query {\n  plans: [Plan!]!\n}\n',
  }),
  refusals: ['INTERNAL'],
});
