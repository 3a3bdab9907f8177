import { z } from 'zod';
import { recordLineEvents } from '../../work/messages/line-events';
import { recordMailEvents } from '../../work/messages/mail-failures';
import { recordParcelEvent } from '../../shop/parcels/webhooks';
import { presentContext } from '../../platform/context';
import { recordOmiseEvent } from '../../money/reconciliation/webhooks';
import { readText } from '../body';
import { okResponse } from '../rest/responses';
import { describe, envelope, parameter, type Facts, type SystemCalls } from './system-call';

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

const secretOf = (request: Request) => new URL(request.url).pathname.split('/').at(-1) ?? '';

/** The webhooks of the providers. */
export const WEBHOOKS: SystemCalls = {
  '/api/webhooks/omise': {
    method: 'POST',
    who: 'signed',
    operation: webhook(
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
    answer: async (request) => {
      await recordOmiseEvent(presentContext(), await readText(request), request.headers);
      return okResponse({});
    },
  },
  '/api/webhooks/line': {
    method: 'POST',
    who: 'signed',
    operation: webhook(
      'Line',
      {
        summary: 'LINE says what happened at the official account',
        description:
          'Stores each event once. A word of a one-to-one chat that is understood is answered; any other message is put into the conversation of its sender.',
        parameters: [parameter('header', 'X-Line-Signature', 'HMAC-SHA-256 of the body, in Base64.')],
      },
      { destination: 'U1', events: [] },
    ),
    answer: async (request) => {
      await recordLineEvents(presentContext(), await readText(request), request.headers);
      return okResponse({});
    },
  },
  '/api/webhooks/mail/{secret}': {
    method: 'POST',
    who: 'signed',
    operation: webhook(
      'Mail',
      {
        summary: 'The mail service says that mails came back or were reported as spam',
        description: 'Unsigned: the secret is in the path. `type` is bounce (for good) or complaint.',
        parameters: [parameter('path', 'secret', 'The secret of the setting.')],
      },
      { events: [{ type: 'bounce', email: 'mali@example.test', messageId: 'msg_01k9f5x0d2e8r' }] },
    ),
    answer: async (request) => {
      await recordMailEvents(presentContext(), await readText(request), secretOf(request));
      return okResponse({});
    },
  },
  '/api/webhooks/mycloud/{secret}': {
    method: 'POST',
    who: 'signed',
    operation: webhook(
      'Mycloud',
      {
        summary: 'Fulfilment says that a parcel has moved',
        description: 'Unsigned: the secret is in the path, and what the body says is only a hint.',
        parameters: [parameter('path', 'secret', 'The secret of the setting.')],
      },
      { order_number: 'ord_01k9f5x0d2e8r', status: 'SHIPPED' },
    ),
    answer: async (request) => {
      await recordParcelEvent(presentContext(), await readText(request), secretOf(request));
      return okResponse({});
    },
  },
};
