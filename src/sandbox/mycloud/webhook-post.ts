import type { SandboxClock } from '../clock';
import type { FaultKind } from '../faults';
import type { Journal } from '../journal';
import type { Send } from '../transport';
import type { Notice } from '../webhooks';

/** The status of an order in a webhook to the shop. MyCloud does not sign webhooks. */
export interface ParcelNotice extends Notice {
  mcNumber: string;
  orderNumber: string;
}

export interface PostParts {
  deliver: Send;
  appUrl: string;
  /** The secret in the path of the webhook URL. */
  secret: string;
  clock: SandboxClock;
  journal: Journal;
}

export const WEBHOOK_PATH = '/api/webhooks/mycloud';

/** Sends a webhook once. With a fault it may contain a wrong secret or an unknown order. Never throws. */
export async function post(notice: ParcelNotice, parts: PostParts, kind: FaultKind | null): Promise<void> {
  const isForged = kind === 'webhook_forged';
  const body = JSON.stringify({
    mc_number: isForged ? 'MC0000000000' : notice.mcNumber,
    order_number: isForged ? 'ord_nobody_knows' : notice.orderNumber,
    status: kind === 'unknown_event' ? 'MYSTERY' : notice.key,
  });
  const secret = kind === 'bad_signature' ? 'not-the-secret-of-the-shop' : parts.secret;
  const note = (status: number | null, response: string | null) =>
    parts.journal.add({
      at: parts.clock.now().toISOString(),
      service: 'mycloud',
      op: `webhook ${notice.key}`,
      request: { method: 'POST', path: `${WEBHOOK_PATH}/[secret]`, query: {}, body },
      status,
      response,
      fault: kind,
    });
  try {
    const answer = await parts.deliver(`${parts.appUrl}${WEBHOOK_PATH}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    note(answer.status, await answer.text());
  } catch {
    note(null, null);
  }
}
