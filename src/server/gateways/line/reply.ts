import { log } from '../../platform/log';
import { whyUnanswered } from '../http';
import { callLine } from './call';

const TIMEOUT_MS = 10_000;

/**
 * The result of a reply. `spent`: the token was used or has expired. `refused`: a retry is useless. `unknown`: LINE may
 * have sent it, and a retry with the same token shows whether it has.
 */
export type ReplyOutcome = { kind: 'sent' | 'spent' | 'refused' | 'unknown'; why: string };

/**
 * Replies to a webhook event, free of charge. LINE accepts a token once, within a minute. Never throws. No retry key: LINE
 * refuses one here. See https://developers.line.biz/en/reference/messaging-api/#send-reply-message.
 */
export async function replyToLine(
  reply: { replyToken: string; messages: readonly object[] },
  timeoutMs = TIMEOUT_MS,
): Promise<ReplyOutcome> {
  try {
    const response = await callLine('/v2/bot/message/reply', { body: reply, timeoutMs });
    const { status } = response;
    const text = status === 200 ? '' : await response.text();
    const kind = status === 200 ? 'sent' : kindOf(status, text);
    log[kind === 'refused' ? 'warn' : 'info']('line.replied', {
      status,
      outcome: kind,
      requestId: response.headers.get('x-line-request-id') ?? undefined,
    });
    return { kind, why: `LINE_${status}` };
  } catch (error) {
    return { kind: 'unknown', why: `LINE_${whyUnanswered(error).why}` };
  }
}

function kindOf(status: number, text: string): ReplyOutcome['kind'] {
  if (status === 400 && text.includes('Invalid reply token')) return 'spent';
  return status === 429 || status >= 500 ? 'unknown' : 'refused';
}
