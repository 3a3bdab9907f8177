import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { LINE_INTENTS } from '@/domain/line';
import { LOCALES } from '@/domain/locale';
import { body, describe, envelope, parameter, type Facts } from './system-operation';

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

/**
 * The OpenAPI operations of health checks, provider webhooks and the LINE redirects. system-paths.test.ts calls each of
 * them and compares.
 */
export const SYSTEM_PATHS: ZodOpenApiPathsObject = {
  '/api/auth/line/start': {
    get: describe({
      operationId: 'getAuthLineStart',
      summary: 'Send a browser to LINE, to log in, to register or to link',
      description: 'Redirects the browser to LINE Login. The result arrives at `/api/auth/line/callback`.',
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
      description: 'LINE redirects the browser to this path. Do not call it.',
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
        description: 'Stores the event once. The charge is then read at the gateway and settled.',
        parameters: [
          parameter('header', 'Omise-Signature', 'HMAC-SHA-256 of timestamp and body, in hexadecimal.'),
          parameter('header', 'Omise-Signature-Timestamp', 'Seconds since 1970.'),
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
        description: 'Stores each event once, without the text of messages.',
        parameters: [parameter('header', 'X-Line-Signature', 'HMAC-SHA-256 of the body, in Base64.')],
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
        parameters: [parameter('path', 'secret', 'The secret of the setting.')],
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
        parameters: [parameter('path', 'secret', 'The secret of the setting.')],
      },
      { order_number: 'ord_01k9f5x0d2e8r', status: 'SHIPPED' },
    ),
  },
  '/api/health': {
    get: describe({
      operationId: 'getHealth',
      summary: 'Whether the process lives',
      description:
        'For a supervisor that restarts the process. It reads no database and needs no header `Host`.',
      security: [],
      done: envelope(z.strictObject({}), {}),
      refusals: ['INTERNAL'],
    }),
  },
  '/api/ready': {
    get: describe({
      operationId: 'getReady',
      summary: 'Whether it may be sent requests, and what time it has',
      description:
        'For a load balancer. It is UNAVAILABLE without the database or while the process stops, and needs no header `Host`.',
      security: [],
      done: envelope(z.strictObject({ now: z.iso.datetime() }), { now: '2026-11-20T03:00:00.000Z' }),
      refusals: ['INTERNAL', 'UNAVAILABLE'],
    }),
  },
  '/api/metrics': {
    get: describe({
      operationId: 'getMetrics',
      summary: 'What Prometheus collects',
      description: 'Metrics in the text format of Prometheus. Needs the scope `metrics`.',
      security: [{ operator: [] }],
      done: body('text/plain', {
        schema: z.string(),
        example: '# TYPE ira_billing_paused gauge\nira_billing_paused 0\n',
      }),
      refusals: ['NOT_LOGGED_IN', 'NOT_ALLOWED', 'INTERNAL', 'UNAVAILABLE'],
    }),
  },
};
