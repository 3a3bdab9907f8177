import { z } from 'zod';

/** A GraphQL request over HTTP with one operation. A list of operations is rejected. */
export const graphqlInput = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});
