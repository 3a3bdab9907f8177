import { log } from '../../platform/log';
import { whyUnanswered } from '../http';
import { callLine } from './call';

const TIMEOUT_MS = 10_000;

/**
 * The result of a push. `refused`: LINE did not accept the message, and a retry is useless. `busy`: LINE did not accept
 * it, but a retry may succeed. `unknown`: LINE may have accepted it, and a retry with the same key is safe.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; why: string }
  | { kind: 'busy'; why: string }
  | { kind: 'unknown'; why: string };

/**
 * Pushes one message to a LINE user. Never throws. LINE accepts a `retryKey` (a UUID) once within 24 hours; the first
 * call must already send it. LINE also responds with success if the user has blocked the account.
 * See https://developers.line.biz/en/reference/messaging-api/#send-push-message
 * and https://developers.line.biz/en/docs/messaging-api/retrying-api-request/.
 */
export async function pushToLine(
  push: { to: string; retryKey: string; message: object },
  timeoutMs = TIMEOUT_MS,
): Promise<PushOutcome> {
  try {
    const response = await callLine('/v2/bot/message/push', {
      body: { to: push.to, messages: [push.message] },
      headers: { 'x-line-retry-key': push.retryKey },
      timeoutMs,
    });
    const outcome = await outcomeOf(response);
    log[outcome.kind === 'refused' ? 'warn' : 'info']('line.pushed', {
      status: response.status,
      outcome: outcome.kind,
      requestId: response.headers.get('x-line-request-id') ?? undefined,
    });
    return outcome;
  } catch (error) {
    const { maybeDone, why } = whyUnanswered(error);
    return { kind: maybeDone ? 'unknown' : 'busy', why: `LINE_${why}` };
  }
}

async function outcomeOf(response: Response): Promise<PushOutcome> {
  const { status, headers } = response;
  const why = `LINE_${status}`;
  if (status !== 429) void response.body?.cancel();
  if (status === 200 || (status === 409 && headers.has('x-line-accepted-request-id')))
    return { kind: 'sent' };
  if (status >= 500 || status === 409) return { kind: 'unknown', why };
  if (status !== 429) return { kind: 'refused', why };
  // LINE responds with 429 for too many calls and for the monthly limit. Only the text differs.
  const isUsedUp = (await response.text()).includes('monthly limit');
  return isUsedUp ? { kind: 'refused', why: 'LINE_QUOTA' } : { kind: 'busy', why };
}
