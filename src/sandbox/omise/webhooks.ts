import type { Agenda } from '../agenda';
import type { Faults } from '../faults';
import { createWebhooks, type Webhooks } from '../webhooks';
import type { EventRecord } from './records';
import { post, type PostParts } from './webhook-post';

/**
 * Creates the sender of the gateway's webhooks. It signs them, never retries, and stores each response with
 * the event.
 */
export function createGatewayWebhooks(
  parts: PostParts & { faults: Faults; agenda: Agenda },
): Webhooks<EventRecord> {
  return createWebhooks({
    service: 'omise',
    url: parts.url,
    clock: parts.clock,
    faults: parts.faults,
    agenda: parts.agenda,
    subjectOf: (event) => (typeof event.data.id === 'string' ? event.data.id : null),
    factsOf: (event) => ({ ...event.data, key: event.key, data: event.data }),
    post: (event, kind) => post(event, parts, kind),
  });
}
