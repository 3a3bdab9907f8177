import { act, PERSON_ACTIONS, shownEvent } from './acts';
import { newSecret } from './ids';
import type { Platform } from './platform';
import { isUserId } from './users';
import { CONSENT_ACTIONS, FRIENDSHIPS, type ConsentAction, type PersonRecord } from './records';
import { ok, refuse } from '../respond';
import { quotaOf } from './push';
import type { LineService } from './line-service';
import { readMessage } from './texts';

type Body = Record<string, unknown>;

const ALIASES: Record<string, ConsentAction> = {
  approve: 'allow',
  accept: 'allow',
  agree: 'allow',
  allow_and_add_friend: 'allow_add_friend',
  decline: 'cancel',
  reject: 'cancel',
  deny: 'cancel',
  denied: 'cancel',
  access_denied: 'cancel',
};

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a user in the format of the control API. */
export const shownPerson = (person: PersonRecord) => ({
  userId: person.id,
  key: person.key,
  name: person.name,
  email: person.email,
  friendship: person.friendship,
  note: person.note,
});

function readAction(value: unknown): ConsentAction | null {
  const word = (textOf(value) ?? 'allow').toLowerCase().replace(/[^a-z]+/g, '_');
  return CONSENT_ACTIONS.find((one) => one === word) ?? ALIASES[word] ?? null;
}

/**
 * Finds a user by key, id, name or e-mail. If none is found, creates a user with the given name, e-mail and
 * id. Returns null if the body describes no user.
 */
function readPerson(line: Platform, body: Body): PersonRecord | null {
  const described = isRecord(body.person) ? body.person : body;
  const words = isRecord(body.person) ? null : textOf(body.person);
  const found = words === null ? undefined : line.people.find(words);
  if (found !== undefined) return found;
  const name = textOf(described.name) ?? (textOf(described.email) === null ? null : (words ?? 'Somebody'));
  if (name !== null) {
    return line.people.make({
      ...(words === null ? {} : { key: words }),
      ...(typeof described.userId === 'string' ? { userId: described.userId } : {}),
      name,
      email: textOf(described.email),
    });
  }
  if (words === null) return line.people.list()[0] ?? null;
  return isUserId(words) ? null : createFriend(line, words);
}

/** Creates a user who has added the official account. */
function createFriend(line: Platform, name: string): PersonRecord {
  const email = name.includes('@') ? name : null;
  const made: PersonRecord = { ...line.people.make({ key: name, name, email }), friendship: 'friend' };
  line.people.put(made);
  return made;
}

function addConsent(line: Platform, body: Body): Response {
  const action = readAction(body.action);
  if (action === null) return refuse(400, 'INVALID', `action must be one of ${CONSENT_ACTIONS.join(', ')}`);
  const person = readPerson(line, body);
  if (person === null) {
    const keys = line.people.list().map((one) => one.key);
    return refuse(400, 'INVALID', `person must be one of ${keys.join(', ')}, a user id, or {name, email}`);
  }
  line.consents.put({ id: newSecret(9), personId: person.id, action });
  return ok({ person: shownPerson(person), action });
}

function consents(line: Platform): Response {
  const waiting = [...line.consents.values()].map((one) => ({ userId: one.personId, action: one.action }));
  return ok({ waiting, people: line.people.list().map(shownPerson) });
}

function clearConsents(line: Platform): Response {
  for (const { id } of [...line.consents.values()]) line.consents.remove(id);
  return ok({});
}

/** Performs a user's action, or changes the stored fields of the user. */
async function changePerson(service: LineService, words: string, body: Body): Promise<Response> {
  const { line } = service;
  const person = line.people.find(decodeURIComponent(words));
  if (person === undefined) return refuse(404, 'NOT_FOUND', `nobody goes by ${words}`);
  const action = PERSON_ACTIONS.find((one) => one === body.action);
  if (action === undefined)
    return refuse(400, 'INVALID', `action must be one of ${PERSON_ACTIONS.join(', ')}`);
  const event = await act(service, person, action, textOf(body.text ?? body.data) ?? '', textOf(body.date));
  return ok({ person: shownPerson(line.people.get(person.id) ?? person), event: shownEvent(event) });
}

function addPerson(line: Platform, body: Body): Response {
  const friendship = FRIENDSHIPS.find((one) => one === (body.friendship ?? 'not_friend'));
  const name = textOf(body.name);
  if (name === null) return refuse(400, 'INVALID', 'name is missing');
  if (friendship === undefined)
    return refuse(400, 'INVALID', `friendship must be one of ${FRIENDSHIPS.join(', ')}`);
  const key = textOf(body.key);
  const made = line.people.make({ ...(key === null ? {} : { key }), name, email: textOf(body.email) });
  line.people.put({ ...made, friendship });
  return ok(shownPerson({ ...made, friendship }));
}

function setQuota(line: Platform, body: Body): Response {
  const { limit, used } = body;
  const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
  if (limit !== undefined && limit !== null && !isCount(limit)) {
    return refuse(400, 'INVALID', 'limit must be a whole number, or null for none');
  }
  if (used !== undefined && !isCount(used)) return refuse(400, 'INVALID', 'used must be a whole number');
  const old = quotaOf(line);
  line.quotas.put({
    ...old,
    limit: limit === undefined ? old.limit : (limit as number | null),
    used: used === undefined ? old.used : (used as number),
  });
  return ok({ ...quotaOf(line), id: undefined });
}

/** Returns every pushed message, also messages that were not delivered. */
const messages = (line: Platform) =>
  ok(
    [...line.messages.values()].map((one) => ({
      id: one.id,
      to: one.to,
      at: new Date(one.at).toISOString(),
      fate: one.fate,
      delivered: one.fate === 'delivered',
      ...readMessage(one),
      message: one.message,
    })),
  );

/** Sends an event again (`{redeliver: id}`), or a webhook without events (`{verify: true}`). Returns the result. */
async function sendWebhook({ line, messenger }: LineService, body: Body): Promise<Response> {
  if (body.verify === true) return ok(await messenger.verify());
  const event = line.events.get(textOf(body.redeliver) ?? '');
  if (event === undefined) return refuse(404, 'NOT_FOUND', 'redeliver must be the id of an event');
  return ok(shownEvent(await messenger.redeliver(event)));
}

/** Handles requests to `/_control/line/…`. Returns null for an unknown path. @param body null if it is not JSON */
export async function answerLineControl(
  service: LineService,
  op: string,
  body: Body | null,
): Promise<Response | null> {
  const { line } = service;
  if (body === null) return refuse(400, 'INVALID', 'the body must be a JSON object');
  switch (op) {
    case 'POST /line/consent':
      return addConsent(line, body);
    case 'GET /line/consent':
      return consents(line);
    case 'DELETE /line/consent':
      return clearConsents(line);
    case 'GET /line/people':
      return ok(line.people.list().map(shownPerson));
    case 'POST /line/people':
      return addPerson(line, body);
    case 'GET /line/messages':
      return messages(line);
    case 'GET /line/quota':
      return ok({ ...quotaOf(line), id: undefined });
    case 'POST /line/quota':
      return setQuota(line, body);
    case 'GET /line/webhooks':
      return ok([...line.events.values()].map(shownEvent));
    case 'POST /line/webhooks':
      return sendWebhook(service, body);
    default: {
      const words = /^POST \/line\/people\/([^/]+)$/.exec(op)?.[1];
      return words === undefined ? null : changePerson(service, words, body);
    }
  }
}
