import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { ERROR_CODES } from '@/domain/error-kinds';
import { graphqlInput } from '@/schemas/graphql';
import type { Refusal } from '../call';
import { IDEMPOTENCY_KEY, WITH_KEY } from './refusals';
import { describe } from '../system/system-call';

const answer = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.looseObject({
        message: z.string(),
        locations: z.array(z.looseObject({ line: z.int(), column: z.int() })).optional(),
        path: z.array(z.union([z.string(), z.int()])).optional(),
        extensions: z.looseObject({ code: z.enum(ERROR_CODES) }),
      }),
    )
    .optional(),
});

const example = { data: { plans: [{ code: 'light' }] } };
const done = {
  '200': {
    description: 'Done',
    content: {
      'application/json': { schema: answer, example },
      'application/graphql-response+json': { schema: answer, example },
    },
  },
};

const REFUSALS: Refusal[] = ['INPUT_INVALID', 'NOT_ALLOWED', 'THROTTLED', 'INTERNAL', 'UNAVAILABLE'];

/** The OpenAPI operations of GraphQL. */
export const GRAPHQL_PATHS: ZodOpenApiPathsObject = {
  '/api/graphql': {
    get: describe({
      operationId: 'getGraphql',
      summary: 'Query by GraphQL in the address; a mutation needs POST',
      description:
        'Runs one query. `variables` and `extensions` are JSON. The schema is at `/api/graphql/schema.graphql`.',
      security: [{}, { session: [] }],
      requestParams: {
        query: z.object({
          query: z.string().meta({ description: 'The document.', example: '{ plans { code } }' }),
          variables: z.string().optional().meta({ description: 'A JSON object.', example: '{}' }),
          operationName: z.string().optional().meta({ description: 'If the document has several.' }),
          extensions: z.string().optional().meta({ description: 'A JSON object, which is ignored.' }),
        }),
      },
      done,
      refusals: REFUSALS,
    }),
    post: describe({
      operationId: 'postGraphql',
      summary: 'Ask by GraphQL; what an operation is refused stands under errors',
      description:
        'Runs one operation, as GraphQL over HTTP describes. Accept application/graphql-response+json to get the status 400 for a document that is not run. Other answers have the status 200.',
      security: [{}, { session: [] }],
      parameters: [IDEMPOTENCY_KEY],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: graphqlInput, example: { query: '{ plans { code } }' } } },
      },
      done,
      refusals: [...REFUSALS, 'TOO_LARGE', 'NOT_JSON', ...WITH_KEY],
    }),
  },
};
