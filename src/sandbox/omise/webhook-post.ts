import { createHmac } from 'node:crypto';
import type { SandboxClock } from '../clock';
import type { FaultKind } from '../faults';
import type { IdSource } from '../ids';
import type { Journal } from '../journal';
import type { EventRecord } from './records';
import { inVersion } from './version';
import type { Send } from '../transport';
import { eventWire, type Wire } from './wire';

export interface PostParts {
  deliver: Send;
  url: string;
  /** The webhook secrets in Base64. The sandbox signs with each secret, as during the rotation of a secret. */
  secrets: string[];
  accountVersion: string;
  clock: SandboxClock;
  newId: IdSource;
  journal: Journal;
}

const OLD_SECONDS = 3_600;

/** Returns the hex HMAC-SHA256 of `timestamp.body` with the decoded secret. */
export function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(`${timestamp}.${body}`).digest('hex');
}

function bodyOf(event: EventRecord, parts: PostParts, kind: FaultKind | null): string {
  const wire: Wire = { ...eventWire(event), webhook_deliveries: [] };
  if (kind === 'unknown_event') wire.key = 'mystery.happen';
  if (kind === 'wrong_livemode') {
    wire.livemode = true;
    wire.data = { ...event.data, livemode: true };
  }
  return JSON.stringify(inVersion(wire, parts.accountVersion));
}

function headersOf(body: string, parts: PostParts, kind: FaultKind | null): Record<string, string> {
  const now = Math.floor(parts.clock.ms() / 1000);
  const timestamp = String(kind === 'old_timestamp' ? now - OLD_SECONDS : now);
  const good = parts.secrets.map((secret) => sign(secret, timestamp, body));
  const bad = good.map((signature) => signature.replace(/./g, (c) => (c === '0' ? '1' : '0')));
  const shown = kind === 'bad_signature' ? bad : kind === 'double_signature' ? [...bad, ...good] : good;
  return {
    'content-type': 'application/json',
    'user-agent': 'Omise/2019-05-29',
    'omise-signature': shown.join(','),
    'omise-signature-timestamp': timestamp,
  };
}

/** Sends an event once with the fault `kind`, and stores the response in the event. Never throws. */
export async function post(event: EventRecord, parts: PostParts, kind: FaultKind | null): Promise<void> {
  const body = bodyOf(event, parts, kind);
  const headers = headersOf(body, parts, kind);
  const sent = kind === 'tampered_body' ? body.replace('"amount":', '"amount":9') : body;
  const at = parts.clock.ms();
  const note = (status: number, error: string | null, response: string | null) => {
    event.deliveries.push({ id: parts.newId('whdl'), uri: parts.url, status, error, createdAt: at });
    parts.journal.add({
      at: new Date(at).toISOString(),
      service: 'omise',
      op: `webhook ${event.key}`,
      request: {
        method: 'POST',
        path: new URL(parts.url).pathname,
        query: {},
        body,
      },
      status: status === 0 ? null : status,
      response,
      fault: kind,
    });
  };
  try {
    const answer = await parts.deliver(parts.url, { method: 'POST', headers, body: sent });
    const text = await answer.text();
    note(answer.status, answer.ok ? null : `answered ${answer.status}`, text);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : null;
    note(0, cause ?? (error instanceof Error ? error.message : String(error)), null);
  }
}
