import { createHmac } from 'node:crypto';
import type { SandboxClock } from '../clock';
import type { FaultKind } from '../faults';
import type { Journal } from '../journal';
import type { Send } from '../transport';
import type { EventRecord } from './records';

export interface PostParts {
  /** Sends the request. Its timeout is 2 s, as at LINE. */
  deliver: Send;
  url: string;
  channelSecret: string;
  /** The user id of the official account. */
  accountId: string;
  clock: SandboxClock;
  journal: Journal;
  /** Issues the reply token of an event, from now on. */
  issue: (event: EventRecord) => void;
  /** Stores the result of a delivery in the event. */
  note: (event: EventRecord, delivery: EventRecord['deliveries'][number]) => void;
}

const OLD_MS = 3_600_000;

/** Returns the signature of a webhook: HMAC-SHA256 of the raw body with the channel secret, as Base64. */
export function sign(channelSecret: string, body: string): string {
  return createHmac('sha256', channelSecret).update(body).digest('base64');
}

/** Returns an event in the format of a webhook body. */
export function eventWire(event: EventRecord, isRedelivery: boolean, kind: FaultKind | null) {
  const canBeAnswered = event.key !== 'unfollow' && event.key !== 'unsend';
  return {
    type: kind === 'unknown_event' ? 'mystery' : event.key,
    mode: 'active',
    timestamp: kind === 'old_timestamp' ? event.at - OLD_MS : event.at,
    source: { type: 'user', userId: event.userId },
    webhookEventId: event.id,
    deliveryContext: { isRedelivery },
    ...(canBeAnswered ? { replyToken: event.replyToken } : {}),
    ...event.facts,
  };
}

type Delivered = Pick<EventRecord['deliveries'][number], 'status' | 'error'>;

async function send(parts: PostParts, op: string, body: string, kind: FaultKind | null): Promise<Delivered> {
  const good = sign(parts.channelSecret, body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'LineBotWebhook/2.0',
    'x-line-signature': kind === 'bad_signature' ? sign('secret-of-someone-else', body) : good,
  };
  const sent = kind === 'tampered_body' ? body.replace('"mode":"active"', '"mode":"active" ') : body;
  const journal = (status: number | null, response: string | null) =>
    parts.journal.add({
      at: parts.clock.now().toISOString(),
      service: 'line',
      op,
      request: { method: 'POST', path: new URL(parts.url).pathname, query: {}, body },
      status,
      response,
      fault: kind,
    });
  try {
    const answer = await parts.deliver(parts.url, { method: 'POST', headers, body: sent });
    journal(answer.status, await answer.text());
    return { status: answer.status, error: answer.ok ? null : `answered ${answer.status}` };
  } catch (error) {
    journal(null, null);
    return { status: 0, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Sends an event once. Marks all copies after the first as redelivery. Never throws. */
export async function post(
  event: EventRecord,
  parts: PostParts,
  kind: FaultKind | null,
  isRedelivery: boolean,
): Promise<Delivered> {
  const at = parts.clock.ms();
  parts.issue(event);
  const body = JSON.stringify({
    destination: parts.accountId,
    events: [eventWire(event, isRedelivery, kind)],
  });
  const delivered = await send(parts, `webhook ${event.key}`, body, kind);
  parts.note(event, { at, isRedelivery, ...delivered });
  return delivered;
}

/** Sends a signed webhook without events, as the button "Verify" of LINE's console does. */
export function postVerification(parts: PostParts): Promise<Delivered> {
  return send(parts, 'webhook verify', JSON.stringify({ destination: parts.accountId, events: [] }), null);
}
