import { z } from 'zod';
import { ALL_EVENT_TYPES } from '@/domain/event';
import { moment } from './answers/parts';
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
