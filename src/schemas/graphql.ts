import { z } from 'zod';

/** A request as GraphQL over HTTP has it. One operation: a list of them is refused. */
export const graphqlInput = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});
