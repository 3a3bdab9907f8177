import { createHmac } from 'node:crypto';
import { settings } from '@/settings/settings';
import { conversationMessages } from '@/server/db/schema';
import { openText } from '@/server/lifecycle/conversations';
import { runJobs } from './jobs';
import type { World } from './world';

interface PhoneMessage {
  id: string;
  to: string;
  fate: string;
  text: string;
  links: string[];
  message: Record<string, unknown>;
}
interface PhoneEvent {
  id: string;
  message?: { id: string };
  deliveries: { status: number }[];
}

/** Calls the control of the sandbox's LINE. @throws Error if it refuses */
export async function lineControl<T>(world: World, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${world.sandboxUrl}/_control/line${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data } = (await answer.json()) as { data: T };
  if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${answer.status}`);
  return data;
}

/** Does what a person does on the phone of the sandbox, and waits for its webhook. `text`: a text, data of a button, or a JPEG in base64. */
export async function onPhone(
  world: World,
  person: string,
  action: 'message' | 'picture' | 'postback' | 'block' | 'unblock' | 'unfollow' | 'follow' | 'unsend',
  words: { text?: string; date?: string } = {},
): Promise<PhoneEvent> {
  const { event } = await lineControl<{ event: PhoneEvent }>(world, `/people/${person}`, {
    action,
    ...words,
  });
  return event;
}

/** Types a text and returns the answers that arrive. */
export async function type(world: World, person: string, text: string): Promise<PhoneMessage[]> {
  const before = (await phoneMessages(world)).length;
  await onPhone(world, person, 'message', { text });
  await runJobs();
  return (await phoneMessages(world)).slice(before);
}

/** Sends a picture and returns the answers that arrive. */
export async function sendPicture(world: World, person: string, jpeg: Buffer): Promise<PhoneMessage[]> {
  const before = (await phoneMessages(world)).length;
  await onPhone(world, person, 'picture', { text: jpeg.toString('base64') });
  await runJobs();
  return (await phoneMessages(world)).slice(before);
}

/** Taps a button of an answer and returns the answers that arrive. */
export async function tap(
  world: World,
  person: string,
  data: string,
  date?: string,
): Promise<PhoneMessage[]> {
  const before = (await phoneMessages(world)).length;
  await onPhone(world, person, 'postback', { text: data, ...(date && { date }) });
  await runJobs();
  return (await phoneMessages(world)).slice(before);
}

/** Returns all messages of the official account to all people, oldest first. */
export const phoneMessages = (world: World) => lineControl<PhoneMessage[]>(world, '/messages');

/** Returns the texts that wait for a person, oldest first. */
export async function conversationTexts(world: World): Promise<string[]> {
  const rows = await world.db.select().from(conversationMessages).orderBy(conversationMessages.createdAt);
  return rows.map(({ content, bodySealed }) =>
    bodySealed === null ? content : (openText(bodySealed) ?? ''),
  );
}

/** Returns the data of the date picker of a message, with its first and last day. */
export function pickerOf({ message }: PhoneMessage): { data: string; min: string; max: string } | null {
  const found = JSON.stringify(message).match(/\{"type":"datetimepicker"[^}]*\}/)?.[0];
  return found === undefined ? null : (JSON.parse(found) as { data: string; min: string; max: string });
}

/** Posts a signed webhook with events that the phone of the sandbox cannot cause. @returns the status of the response */
export async function postLineEvents(world: World, ...events: object[]): Promise<number> {
  const body = JSON.stringify({ destination: 'U1', events });
  const secret = settings().LINE_MESSAGING_CHANNEL_SECRET?.[0] ?? '';
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  const { status } = await world.request('POST', '/api/webhooks/line', body, {
    'x-line-signature': signature,
  });
  return status;
}

/** Calls the Messaging API of the sandbox as the product does. @returns the body, also of a refusal */
export async function lineApi<T>(world: World, method: string, path: string): Promise<T> {
  const { LINE_API_URL, LINE_MESSAGING_ACCESS_TOKEN } = settings();
  const url = LINE_API_URL.startsWith(world.sandboxUrl) ? LINE_API_URL : `${world.sandboxUrl}/line/api`;
  const headers = { authorization: `Bearer ${LINE_MESSAGING_ACCESS_TOKEN?.[0] ?? ''}` };
  return (await (await fetch(`${url}${path}`, { method, headers })).json()) as T;
}
