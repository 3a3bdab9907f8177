import { eventsAnswer, eventsInput } from '@/schemas/events';
import { readEvents } from '../../work/events/read-events';
import { answer } from '../call';
import { tokenProcedure } from './procedure';

/** The events of the shop, in the order of their positions. */
export const events = tokenProcedure('events:read')
  .meta({
    rest: {
      path: 'GET /api/v1/events',
      summary: 'List events',
      description:
        'Every committed change, stored for 90 days. A reader of all pages skips none. Begin with a call without `after`, then list the records, then read the events after that position: values are absolute, so an event that a list already showed does no harm.',
    },
    refusals: ['EVENTS_GONE'],
    example: {
      input: { after: 1041 },
      data: {
        items: [
          {
            eventId: 'evt_7k3m9q_1',
            position: 1042,
            type: 'order.paid',
            at: '2026-11-29T02:00:00.000Z',
            id: 'ord_7k3m9q',
            changes: { status: 'paid', paidOn: '2026-11-29' },
          },
        ],
        position: 1042,
        hasMore: false,
      },
    },
  })
  .input(eventsInput)
  .output(answer(eventsAnswer))
  .query(async ({ ctx, input }) => {
    const { events: items, ...page } = await readEvents(ctx.db, input);
    return { items: items.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })), ...page };
  });
