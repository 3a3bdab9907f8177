import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { LINE_INTENTS } from '@/domain/line';
import { LOCALES } from '@/domain/locale';
import { graphqlInput } from '@/schemas/graphql';
import type { Refusal } from '../rest/row';
import { IDEMPOTENCY_KEY, refusalResponses, WITH_KEY } from './refusals';

/* OpenAPI operations of the paths outside the REST table: health checks, provider webhooks, the LINE redirects and GraphQL. Written by hand; system-paths.test.ts calls each of them and compares. */

type Facts = Omit<ZodOpenApiOperationObject, 'responses' | 'tags'> & {
  done: NonNullable<ZodOpenApiOperationObject['responses']>;
  refusals?: Refusal[];
};

const describe = ({ done, refusals = [], ...facts }: Facts): ZodOpenApiOperationObject => ({
  ...facts,
  tags: ['system'],
  responses: { ...done, ...refusalResponses(refusals) },
});

function json(schema: z.ZodType, example: unknown): Facts['done'] {
  return { '200': { description: 'Done', content: { 'application/json': { schema, example } } } };
}

const envelope = (data: z.ZodType, example: object) =>
  json(z.strictObject({ status: z.literal('ok'), data }), { status: 'ok', data: example });

const redirect: Facts['done'] = {
  '204': { description: 'Nothing, for what is not opened as a page: an image, a frame, a prefetch' },
  '303': {
    description: 'To LINE, or to one of our pages',
    headers: { location: { schema: { type: 'string' }, required: true } },
  },
};

const EVENT = z.looseObject({}).meta({ description: 'As the provider writes it.' });

function webhook(
  name: string,
  facts: Pick<Facts, 'summary' | 'description' | 'parameters'>,
  example: object,
) {
  return describe({
    operationId: `postWebhooks${name}`,
    security: [],
    ...facts,
    requestBody: { required: true, content: { 'application/json': { schema: EVENT, example } } },
    done: envelope(z.strictObject({}), {}),
    refusals: ['INPUT_INVALID', 'NOT_LOGGED_IN', 'TOO_LARGE', 'INTERNAL', 'UNAVAILABLE'],
  });
}

const parameter = (where: 'header' | 'path', name: string) => ({
  name,
  in: where,
  required: true,
  schema: { type: 'string' as const },
});

const graphqlAnswer = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) }))
    .optional(),
});

export const SYSTEM_PATHS: ZodOpenApiPathsObject = {
  '/api/graphql': {
    post: describe({
      operationId: 'postGraphql',
      summary: 'Ask by GraphQL; what an operation is refused stands under errors',
      security: [{}, { session: [] }],
      parameters: [IDEMPOTENCY_KEY],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: graphqlInput, example: { query: '{ plans { code } }' } } },
      },
      done: json(graphqlAnswer, { data: { plans: [{ code: 'light' }] } }),
      refusals: [
        'INPUT_INVALID',
        'NOT_ALLOWED',
        'THROTTLED',
        'TOO_LARGE',
        'NOT_JSON',
        ...WITH_KEY,
        'INTERNAL',
        'UNAVAILABLE',
      ],
    }),
  },
  '/api/auth/line/start': {
    get: describe({
      operationId: 'getAuthLineStart',
      summary: 'Send a browser to LINE, to log in, to register or to link',
      security: [{}, { session: [] }],
      requestParams: {
        query: z.object({
          intent: z.enum(LINE_INTENTS),
          next: z.string().max(300).optional().meta({ description: 'A path of ours to end at.' }),
          locale: z.enum(LOCALES).optional(),
        }),
      },
      done: redirect,
      refusals: ['INPUT_INVALID', 'INTERNAL'],
    }),
  },
  '/api/auth/line/callback': {
    get: describe({
      operationId: 'getAuthLineCallback',
      summary: 'Take a browser back from LINE; always a redirect to a page of ours',
      security: [],
      requestParams: {
        query: z.object({
          state: z.string().optional(),
          code: z.string().optional(),
          error: z.string().optional(),
        }),
      },
      done: redirect,
      refusals: ['INTERNAL'],
    }),
  },
  '/api/webhooks/omise': {
    post: webhook(
      'Omise',
      {
        summary: 'The card gateway says that something happened',
        parameters: [
          parameter('header', 'Omise-Signature'),
          parameter('header', 'Omise-Signature-Timestamp'),
        ],
      },
      { object: 'event', id: 'evnt_1', key: 'charge.complete', data: { object: 'charge', id: 'chrg_1' } },
    ),
  },
  '/api/webhooks/line': {
    post: webhook(
      'Line',
      {
        summary: 'LINE says what happened at the official account',
        parameters: [parameter('header', 'X-Line-Signature')],
      },
      { destination: 'U1', events: [] },
    ),
  },
  '/api/webhooks/mail/{secret}': {
    post: webhook(
      'Mail',
      {
        summary: 'The mail service says that mails came back or were reported as spam',
        description: 'Unsigned: the secret is in the path. `type` is bounce (for good) or complaint.',
        parameters: [parameter('path', 'secret')],
      },
      { events: [{ type: 'bounce', email: 'mali@example.test', messageId: 'msg_01k9f5x0d2e8r' }] },
    ),
  },
  '/api/webhooks/mycloud/{secret}': {
    post: webhook(
      'Mycloud',
      {
        summary: 'Fulfilment says that a parcel has moved',
        description: 'Unsigned: the secret is in the path, and what the body says is only a hint.',
        parameters: [parameter('path', 'secret')],
      },
      { order_number: 'ord_01k9f5x0d2e8r', status: 'SHIPPED' },
    ),
  },
  '/api/openapi.json': {
    get: describe({
      operationId: 'getOpenapiJson',
      summary: 'This document',
      security: [],
      done: json(z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
      refusals: ['INTERNAL'],
    }),
  },
  '/api/health': {
    get: describe({
      operationId: 'getHealth',
      summary: 'Whether the process lives',
      security: [],
      done: envelope(z.strictObject({}), {}),
      refusals: ['INTERNAL'],
    }),
  },
  '/api/ready': {
    get: describe({
      operationId: 'getReady',
      summary: 'Whether it may be sent requests, and what time it has',
      security: [],
      done: envelope(z.strictObject({ now: z.iso.datetime() }), { now: '2026-11-20T03:00:00.000Z' }),
      refusals: ['INTERNAL', 'UNAVAILABLE'],
    }),
  },
  '/api/metrics': {
    get: describe({
      operationId: 'getMetrics',
      summary: 'What Prometheus collects',
      security: [{ operator: [] }],
      done: {
        '200': { description: 'Done', content: { 'text/plain': { schema: z.string() } } },
      },
      refusals: ['NOT_LOGGED_IN', 'INTERNAL', 'UNAVAILABLE'],
    }),
  },
};
