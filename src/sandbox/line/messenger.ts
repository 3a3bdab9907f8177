import type { Agenda } from '../agenda';
import type { Faults } from '../faults';
import { createWebhooks, type Webhooks } from '../webhooks';
import { newMessageId, newSecret, newUlid } from './ids';
import type { Platform } from './platform';
import type { EventRecord, Friendship, PersonRecord } from './records';
import { post, postVerification, type PostParts } from './webhook-post';

/** The official account. It sends a webhook for each action of a user. */
export interface Messenger {
  webhooks: Webhooks<EventRecord>;
  /** Changes a user's friendship with the official account. If it changed, sends a webhook in the background. */
  become(person: PersonRecord, friendship: Friendship): void;
  /** Sends a webhook (`follow`, `message`, …) and waits for the response. Returns the event with its deliveries. */
  tell(userId: string, key: string, facts: Record<string, unknown>): Promise<EventRecord>;
  /** Sends an event again with the same id. */
  redeliver(event: EventRecord): Promise<EventRecord>;
  /** Sends a webhook without events and returns the result. */
  verify(): Promise<{ status: number; error: string | null }>;
}

export interface MessengerParts extends Omit<PostParts, 'note' | 'issue'> {
  faults: Faults;
  agenda: Agenda;
}

/** Creates the official account of the LINE platform. */
export function createMessenger(line: Platform, parts: MessengerParts): Messenger {
  const latest = (event: EventRecord) => line.events.get(event.id) ?? event;
  const note: PostParts['note'] = (event, delivery) => {
    const kept = line.events.get(event.id);
    // A reset may have deleted the event.
    if (kept !== undefined) line.events.put({ ...kept, deliveries: [...kept.deliveries, delivery] });
  };
  const issue: PostParts['issue'] = ({ replyToken: id, userId, at: eventAt }) => {
    const isUsed = line.replyTokens.get(id)?.isUsed ?? false;
    line.replyTokens.put({ id, userId, eventAt, issuedAt: line.clock.ms(), isUsed });
  };
  const posting: PostParts = { ...parts, note, issue };
  const webhooks = createWebhooks<EventRecord>({
    service: 'line',
    url: parts.url,
    clock: parts.clock,
    faults: parts.faults,
    agenda: parts.agenda,
    subjectOf: (event) => event.userId,
    factsOf: (event) => ({ ...event.facts, key: event.key, userId: event.userId }),
    post: async (event, kind, copy) => void (await post(event, posting, kind, copy > 0)),
  });
  const record = (userId: string, key: string, facts: Record<string, unknown>): EventRecord => {
    const at = line.clock.ms();
    const event = { id: newUlid(at), key, userId, at, facts, replyToken: newSecret(24), deliveries: [] };
    line.events.put(event);
    return event;
  };
  return {
    webhooks,
    become: (person, friendship) => {
      if (person.friendship === friendship) return;
      line.people.put({ ...person, friendship });
      const isUnblocked = person.friendship === 'blocked';
      if (friendship === 'friend') {
        void webhooks.send([record(person.id, 'follow', { follow: { isUnblocked } })], 'webhook');
      } else if (person.friendship === 'friend') {
        void webhooks.send([record(person.id, 'unfollow', {})], 'webhook');
      }
    },
    tell: async (userId, key, facts) => {
      const event = record(userId, key, facts);
      await webhooks.sendNow([event], 'webhook');
      return latest(event);
    },
    redeliver: async (event) => {
      await post(event, posting, null, true);
      return latest(event);
    },
    verify: () => postVerification(posting),
  };
}

/** Returns the fields of a `message` event with a user's text. */
export const writtenText = (text: string) => ({ message: { id: newMessageId(), type: 'text', text } });
