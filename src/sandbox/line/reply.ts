import type { Answer } from '../provider';
import type { LineCall } from './call';
import { newMessageId, newSecret } from './ids';
import { readMessages } from './message-check';
import { checkChannelToken, deliveryOf } from './push';
import { apiRefusal } from './refusal';

/** How long a token lives after its delivery, and after its event for a redelivered one. */
const TOKEN_LIFE_MS = 60_000;
const EVENT_LIFE_MS = 20 * 60_000;

/**
 * Handles `POST /v2/bot/message/reply`. A reply is free. Its token works once, within a minute of its delivery.
 * @throws LineRefusal 400 for a retry key, for a token that is unknown, used or expired, and for a wrong message; 401
 */
export function answerReply(call: LineCall): Answer {
  const { line, json, headers } = call;
  checkChannelToken(call);
  if (headers.has('x-line-retry-key')) throw apiRefusal(400, 'Retry key is not supported for this endpoint');
  if (json === null)
    throw apiRefusal(400, 'The request body could not be parsed as JSON (line: 1, column: 1)');
  const messages = readMessages(json);
  const now = line.clock.ms();
  const token = line.replyTokens.get(typeof json.replyToken === 'string' ? json.replyToken : '');
  const isOver =
    token === undefined ||
    token.isUsed ||
    now - token.issuedAt > TOKEN_LIFE_MS ||
    now - token.eventAt > EVENT_LIFE_MS;
  if (isOver) throw apiRefusal(400, 'Invalid reply token');
  line.replyTokens.put({ ...token, isUsed: true });
  const fate = deliveryOf(line, token.userId);
  const sentMessages = messages.map((message) => {
    const id = newMessageId();
    line.messages.put({ id, to: token.userId, at: now, message, fate });
    return { id, quoteToken: newSecret(24) };
  });
  return { status: 200, body: { sentMessages } };
}
