import { newMessageId } from './ids';
import { writtenText } from './messenger';
import type { EventRecord, Friendship, PersonRecord } from './records';
import type { LineService } from './line-service';
import type { Platform } from './platform';

export const PERSON_ACTIONS = [
  'follow',
  'unblock',
  'unfollow',
  'block',
  'message',
  'picture',
  'postback',
  'unsend',
] as const;
export type PersonAction = (typeof PERSON_ACTIONS)[number];

const BECOMES: Partial<Record<PersonAction, Friendship>> = {
  follow: 'friend',
  unblock: 'friend',
  unfollow: 'not_friend',
  block: 'blocked',
};

/** Returns an event in the format of the control API. */
export const shownEvent = (event: EventRecord) => ({
  id: event.id,
  type: event.key,
  userId: event.userId,
  at: new Date(event.at).toISOString(),
  ...event.facts,
  deliveries: event.deliveries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
});

/**
 * Performs a user's action on the official account in the LINE app. Sends the webhook even if the action
 * changes nothing, and waits until it is sent.
 * @param words text of a message, data of a postback, a JPEG in Base64, or the id of a message to unsend; empty for the
 *   last one
 * @param date the day that was chosen in the date picker of a postback
 */
export async function act(
  { line, messenger }: LineService,
  person: PersonRecord,
  action: PersonAction,
  words: string,
  date: string | null = null,
): Promise<EventRecord> {
  const friendship = BECOMES[action];
  if (action === 'unsend') {
    const messageId = words === '' ? lastMessageId(line, person.id) : words;
    return messenger.tell(person.id, 'unsend', { unsend: { messageId } });
  }
  if (action === 'picture') {
    const id = newMessageId();
    line.pictures.put({ id, jpeg: words });
    const message = { id, type: 'image', contentProvider: { type: 'line' } };
    return messenger.tell(person.id, 'message', { message });
  }
  if (action === 'message') return messenger.tell(person.id, 'message', writtenText(words));
  if (action === 'postback' || friendship === undefined) {
    return messenger.tell(person.id, 'postback', {
      postback: { data: words, ...(date === null ? {} : { params: { date } }) },
    });
  }
  line.people.put({ ...person, friendship });
  if (friendship !== 'friend') return messenger.tell(person.id, 'unfollow', {});
  const isUnblocked = person.friendship === 'blocked' || action === 'unblock';
  return messenger.tell(person.id, 'follow', { follow: { isUnblocked } });
}

/** Returns the id of the last message that a user wrote; empty if there is none. */
function lastMessageId(line: Platform, userId: string): string {
  const written = [...line.events.values()].filter((one) => one.userId === userId && one.key === 'message');
  const { message } = (written.at(-1)?.facts ?? {}) as { message?: { id: string } };
  return message?.id ?? '';
}
