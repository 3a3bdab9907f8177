import { settings } from '@/env';
import { log } from '../../platform/log';
import { withEachCredential } from '../credentials';
import { whyUnanswered } from '../http';

const TIMEOUT_MS = 10_000;

/**
 * What came of a push. `refused`: certainly not taken, and asking again changes nothing; `busy`: certainly not taken
 * this time; `unknown`: LINE may have taken it, and the same retry key will tell.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; why: string }
  | { kind: 'busy'; why: string }
  | { kind: 'unknown'; why: string };

/**
 * Pushes one message to somebody (https://developers.line.biz/en/reference/messaging-api/#send-push-message). The same
 * `retryKey` (a UUID) is taken once within 24 hours, and has to be there from the first call on
 * (https://developers.line.biz/en/docs/messaging-api/retrying-api-request/). That LINE took it does not mean that it
 * arrived: who has blocked us gets nothing, and the answer is the same. Never throws.
 */
export async function pushToLine(
  push: { to: string; retryKey: string; message: object },
  timeoutMs = TIMEOUT_MS,
): Promise<PushOutcome> {
  const { LINE_API_URL, LINE_MESSAGING_ACCESS_TOKEN } = settings();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await withEachCredential(LINE_MESSAGING_ACCESS_TOKEN ?? [''], (token) =>
      fetch(`${LINE_API_URL}/v2/bot/message/push`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-line-retry-key': push.retryKey,
        },
        body: JSON.stringify({ to: push.to, messages: [push.message] }),
        signal,
        redirect: 'error',
      }),
    );
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
  // One status for two things: too fast, and the month's messages used up. Only the words differ.
  const isUsedUp = (await response.text()).includes('monthly limit');
  return isUsedUp ? { kind: 'refused', why: 'LINE_QUOTA' } : { kind: 'busy', why };
}
