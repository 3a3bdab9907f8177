import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Refusal, Who } from '../call';
import { refusalResponses } from '../openapi/refusals';
import type { ApiContext } from '../trpc';

/**
 * A path without a procedure, because its answer is no JSON of ours or its caller no client of ours. `signed`: callers
 * with a signature or a secret. `payer`: the subscriber who paid the order. `staff`: members of the staff whose role may. `sandbox`: no caller in production.
 */
export interface SystemCall {
  method: 'GET' | 'POST';
  who: Extract<Who, 'anyone' | 'link' | 'operator'> | 'signed' | 'payer' | 'staff' | 'sandbox';
  /** The OpenAPI operation; null for a path that is not documented. */
  operation: ZodOpenApiOperationObject | null;
  answer: (request: Request, ctx: ApiContext) => Promise<Response>;
  /** Redirects a GET on a path that handles POST, for a person who opens the link. */
  visit?: (request: Request) => Response;
  /** Whether the path exists for this request. If false, the response is NOT_FOUND for every method. */
  isThere?: (request: Request) => boolean;
}

/** System calls by path. A segment in braces has any value. */
export type SystemCalls = Readonly<Record<string, SystemCall>>;

/** An operation without a procedure: its responses by status, and the error codes of its refusals. */
export type Facts = Omit<ZodOpenApiOperationObject, 'responses' | 'tags'> & {
  description: string;
  done: NonNullable<ZodOpenApiOperationObject['responses']>;
  refusals: Refusal[];
};

/** Returns the OpenAPI operation of a path without a procedure. */
export const describe = ({ done, refusals, ...facts }: Facts): ZodOpenApiOperationObject => ({
  ...facts,
  tags: ['system'],
  responses: { ...done, ...refusalResponses([...refusals, 'METHOD_NOT_ALLOWED']) },
});

/** Returns the response 200 with a JSON body. */
export const json = (schema: z.ZodType, example: unknown) => body('application/json', { schema, example });

/** Returns the response 200 with a body of any media type. */
export function body(type: string, media: { schema?: z.ZodType; example?: unknown }): Facts['done'] {
  return { '200': { description: 'Done', content: { [type]: media } } };
}

/** Returns the response 200 with the envelope of every REST path. */
export const envelope = (data: z.ZodType, example: object) =>
  json(z.strictObject({ status: z.literal('ok'), data }), { status: 'ok', data: example });

/** Returns a parameter in a header or in the path. */
export const parameter = (where: 'header' | 'path', name: string, description: string) => ({
  name,
  in: where,
  required: true,
  description,
  schema: { type: 'string' as const },
});
