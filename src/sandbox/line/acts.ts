import { writtenText } from './messenger';
import type { EventRecord, Friendship, PersonRecord } from './records';
import type { LineService } from './line-service';

export const PERSON_ACTIONS = ['follow', 'unblock', 'unfollow', 'block', 'message', 'postback'] as const;
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
 * @param words text of a message or data of a postback
 */
export async function act(
  { line, messenger }: LineService,
  person: PersonRecord,
  action: PersonAction,
  words: string,
): Promise<EventRecord> {
  const friendship = BECOMES[action];
  if (action === 'message') return messenger.tell(person.id, 'message', writtenText(words));
  if (action === 'postback' || friendship === undefined) {
    return messenger.tell(person.id, 'postback', { postback: { data: words } });
  }
  line.people.put({ ...person, friendship });
  if (friendship !== 'friend') return messenger.tell(person.id, 'unfollow', {});
  const isUnblocked = person.friendship === 'blocked' || action === 'unblock';
  return messenger.tell(person.id, 'follow', { follow: { isUnblocked } });
}
