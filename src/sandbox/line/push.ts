import { bangkokMonth } from '../clock';
import type { Answer } from '../provider';
import { newMessageId, newSecret } from './ids';
import { readPush } from './message-check';
import type { Platform } from './platform';
import type { Fate, QuotaRecord } from './records';
import { apiRefusal } from './refusal';
import type { LineCall } from './call';

const RETRY_KEY_LIFE_MS = 24 * 3_600_000;
const LINK_LIFE_MS = 10 * 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const RATE_LIMITED = 'The API rate limit has been exceeded. Try again later.';
const QUOTA_USED_UP = 'You have reached your monthly limit.';

/** Checks that the bearer token is the messaging channel's access token. @throws LineRefusal 401 */
export function checkChannelToken({ line, bearer }: LineCall): void {
  if (bearer === line.settings.messagingAccessToken) return;
  throw apiRefusal(
    401,
    'Authentication failed. Confirm that the access token in the authorization header is valid.',
  );
}

/** Returns the message quota of the current month. Every month starts with no used messages. */
export function quotaOf(line: Platform): QuotaRecord {
  const { year, month } = bangkokMonth(line.clock.ms());
  const now = `${year}-${String(month).padStart(2, '0')}`;
  const kept = line.quotas.get('quota') ?? { id: 'quota', limit: null, month: now, used: 0 };
  return kept.month === now ? kept : { ...kept, month: now, used: 0 };
}

const REACH_MS = 7 * 24 * 3_600_000;

/** Returns whether a message arrives. LINE also delivers to who is no friend but wrote within the last seven days. */
export function deliveryOf(line: Platform, userId: string): Fate {
  const friendship = line.people.get(userId)?.friendship;
  if (friendship === undefined) return 'unknown_person';
  if (friendship === 'blocked') return 'blocked';
  const since = line.clock.ms() - REACH_MS;
  const hasWritten = () =>
    [...line.events.values()].some(
      ({ key, at, userId: writer }) => writer === userId && key === 'message' && at >= since,
    );
  return friendship === 'friend' || hasWritten() ? 'delivered' : friendship;
}

function retryKeyOf(headers: Headers): string | null {
  const key = headers.get('x-line-retry-key');
  if (key !== null && !UUID.test(key)) throw apiRefusal(400, 'Invalid retry key');
  return key?.toLowerCase() ?? null;
}

/** Applies the pending fault to a push. @throws LineRefusal 429 */
function applyFault({ line, messenger, fault }: LineCall, to: string): void {
  if (fault === 'push_429_rate') throw apiRefusal(429, RATE_LIMITED);
  if (fault === 'push_429_quota') throw apiRefusal(429, QUOTA_USED_UP);
  const person = line.people.get(to);
  if (fault === 'unfollow_between' && person !== undefined) messenger.become(person, 'blocked');
}

/**
 * Handles `POST /v2/bot/message/push`. The response is the same if the user is unknown, has blocked the
 * account or never added it; such a user receives no message.
 * @throws LineRefusal 400, 401, 429
 */
export function answerPush(call: LineCall): Answer {
  const { line, json, headers, requestId } = call;
  checkChannelToken(call);
  const key = retryKeyOf(headers);
  const { to, messages } = readPush(json);
  const now = line.clock.ms();
  const accepted = line.pushes.get(key ?? '');
  if (accepted !== undefined && now - accepted.at < RETRY_KEY_LIFE_MS) {
    return {
      status: 409,
      headers: { 'x-line-accepted-request-id': accepted.requestId },
      body: { message: 'The retry key is already accepted', sentMessages: accepted.sentMessages },
    };
  }
  applyFault(call, to);
  const quota = quotaOf(line);
  if (quota.limit !== null && quota.used >= quota.limit) throw apiRefusal(429, QUOTA_USED_UP);
  const delivery = deliveryOf(line, to);
  const sentMessages = messages.map((message) => {
    const id = newMessageId();
    line.messages.put({ id, to, at: now, message, fate: delivery });
    return { id, quoteToken: newSecret(24) };
  });
  if (delivery === 'delivered') line.quotas.put({ ...quota, used: quota.used + 1 });
  if (key !== null) line.pushes.put({ id: key, requestId, sentMessages, at: now });
  return { status: 200, body: { sentMessages } };
}

/** Handles `GET /v2/bot/message/quota`. */
export function answerQuota(call: LineCall): Answer {
  checkChannelToken(call);
  const { limit } = quotaOf(call.line);
  return { status: 200, body: limit === null ? { type: 'none' } : { type: 'limited', value: limit } };
}

/** Handles `GET /v2/bot/message/quota/consumption`. */
export function answerConsumption(call: LineCall): Answer {
  checkChannelToken(call);
  return { status: 200, body: { totalUsage: quotaOf(call.line).used } };
}

/** Handles `GET /v2/bot/info`. */
export function answerBotInfo(call: LineCall): Answer {
  checkChannelToken(call);
  const { officialAccount } = call.line.settings;
  const words = {
    basicId: '@sandbox',
    displayName: 'ira (sandbox)',
    chatMode: 'bot',
    markAsReadMode: 'auto',
  };
  return { status: 200, body: { userId: officialAccount, ...words } };
}

/** Handles `GET /v2/bot/profile/{userId}`. Only users who have added the account are found. */
export function answerFriendProfile(call: LineCall): Answer {
  checkChannelToken(call);
  const person = call.line.people.get(call.params.userId ?? '');
  if (person?.friendship !== 'friend') throw apiRefusal(404, 'Not found');
  return { status: 200, body: { userId: person.id, displayName: person.name, language: 'th' } };
}

/** Handles `POST /v2/bot/user/{userId}/linkToken`. The token can be used once, within ten minutes. */
export function answerLinkToken(call: LineCall): Answer {
  checkChannelToken(call);
  const { line, params } = call;
  if (line.people.get(params.userId ?? '') === undefined) throw apiRefusal(404, 'Not found');
  const link = { id: newSecret(24), userId: params.userId ?? '', createdAt: line.clock.ms() };
  line.links.put(link);
  return { status: 200, body: { linkToken: link.id } };
}

/** Uses up a link token. Returns the id of the user, or null if the token is unknown or has expired. */
export function takeLink(line: Platform, token: string): string | null {
  const link = line.links.get(token);
  if (link === undefined) return null;
  line.links.remove(token);
  return line.clock.ms() - link.createdAt > LINK_LIFE_MS ? null : link.userId;
}
