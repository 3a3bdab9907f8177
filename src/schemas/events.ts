import { z } from 'zod';
import { ALL_EVENT_TYPES } from '@/domain/event';
import { ENDPOINT_OFF } from '@/domain/webhook';
import { moment } from './answers/parts';
import { endpointInput } from './desk';
import { line, optional } from './fields';
import { RECORDS_MAX } from './records';

const types = z.array(z.enum(ALL_EVENT_TYPES));

export const eventsInput = z.strictObject({
  limit: z.coerce.number().int().min(1).max(RECORDS_MAX).default(25),
  after: optional(z.coerce.number().int().min(0)).describe(
    'The position of the page before; 0 for all that is stored. Without it there are no events, only the last position.',
  ),
  types: optional(
    line(2000)
      .transform((text) => text.split(','))
      .pipe(types),
  ).describe('Types such as `order.paid`, separated by commas. Without it all.'),
});

const event = z
  .strictObject({
    eventId: z.string().describe('The same in webhooks.'),
    position: z.int().describe('Grows from event to event. Positions may be left out.'),
    type: z.enum(ALL_EVENT_TYPES),
    at: moment,
    id: z.string().describe('What it is about; of a payment and a parcel the order.'),
    changes: z.record(z.string(), z.unknown()).describe('The new values of what changed.'),
  })
  .meta({
    id: 'Event',
    description: 'A committed change, without personal data and without reasons to cancel.',
  });

export const eventsAnswer = z.strictObject({
  items: z.array(event),
  position: z.int().describe('Reads on after this page, now or later.'),
  hasMore: z.boolean(),
});

export const webhooksInput = z.strictObject({});
export const webhookInput = endpointInput.omit({ personal: true });

const endpointId = z.string();
const webhook = z
  .strictObject({
    endpointId,
    url: z.string(),
    types: z.array(z.enum(ALL_EVENT_TYPES)).describe('Empty for all.'),
    personal: z.boolean().describe('Whether names, addresses and contents of boxes are sent.'),
    createdAt: moment,
    failingSince: moment.nullable(),
    offAt: moment.nullable(),
    offWhy: z.enum(ENDPOINT_OFF).nullable(),
  })
  .meta({ id: 'Webhook', description: 'An address that gets events.' });
export const webhooksAnswer = z.strictObject({ items: z.array(webhook) });

const secret = z.string().describe('Signs the calls. It is in no other answer.');
export const secretAnswer = z.strictObject({ secret });
export const createdWebhookAnswer = z.strictObject({ endpointId, secret });
