import { DAY_MS } from './duration';
import type { Locale } from './locale';

/** Where a conversation began. A form is answered by e-mail, LINE by LINE. */
export const CONVERSATION_CHANNELS = ['line', 'form'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

/** `open`: the person waits for an answer. `waiting`: the staff has answered. */
export const CONVERSATION_STATES = ['open', 'waiting', 'closed'] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** What a contact form is about. */
export const CONTACT_TOPICS = ['delivery', 'payment', 'box', 'account', 'other'] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Who wrote a message of a conversation. A note is read by the staff only. */
export const MESSAGE_AUTHORS = ['person', 'staff', 'note'] as const;
export type MessageAuthor = (typeof MESSAGE_AUTHORS)[number];

/** What a person sent. Only a text has a body; `unsent`: taken back in LINE. */
export const MESSAGE_CONTENTS = [
  'text',
  'sticker',
  'picture',
  'video',
  'audio',
  'file',
  'location',
  'unsent',
] as const;
export type MessageContent = (typeof MESSAGE_CONTENTS)[number];

/** The longest text of LINE, in UTF-16 units. */
export const LINE_TEXT_MAX = 5000;
/** How long LINE surely accepts a reply token. */
export const REPLY_SECONDS = 50;
export const CONTACT_TEXT_MAX = 4000;
export const ANSWER_MAX = 4000;

/** Returns the language of a LINE user without an account: English for a text in Latin letters only, else Thai. */
export function languageOf(text: string): Locale {
  return /[a-z]/i.test(text) && !/[\u0E00-\u0E7F]/.test(text) ? 'en' : 'th';
}

/** The state of a conversation, and the times that its figures count. */
export interface ConversationFacts {
  state: ConversationState;
  /** Since when the person waits for an answer; null if it was answered or closed. */
  waitsSince: Date | null;
  firstAnswerAt: Date | null;
  closedAt: Date | null;
}

/** Returns a conversation after a message of the person, which also opens a closed one again. */
export function afterMessage(
  { state, waitsSince, firstAnswerAt }: ConversationFacts,
  at: Date,
): ConversationFacts {
  return { state: 'open', waitsSince: state === 'open' ? waitsSince : at, firstAnswerAt, closedAt: null };
}

/**
 * Returns a conversation after an answer.
 * @param unseenSince the time of the oldest message that its author had not seen; null for none. The conversation then
 *   stays open, also if the answer was to close it.
 */
export function afterAnswer(
  facts: ConversationFacts,
  { at, close, unseenSince }: { at: Date; close: boolean; unseenSince: Date | null },
): ConversationFacts {
  const firstAnswerAt = facts.firstAnswerAt ?? at;
  if (unseenSince !== null) return { state: 'open', waitsSince: unseenSince, firstAnswerAt, closedAt: null };
  if (close) return { state: 'closed', waitsSince: null, firstAnswerAt, closedAt: at };
  return { state: 'waiting', waitsSince: null, firstAnswerAt, closedAt: null };
}

/** Returns a conversation after it was closed without an answer. A closed one stays as it is. */
export function afterClose(
  { state, firstAnswerAt, closedAt }: ConversationFacts,
  at: Date,
): ConversationFacts {
  return {
    state: 'closed',
    waitsSince: null,
    firstAnswerAt,
    closedAt: state === 'closed' ? closedAt : at,
  };
}

/**
 * Returns a closed conversation after a member opened it again: as if it had not been closed.
 * @param unansweredSince the time of the first message of the person that no answer followed; null for none
 */
export function afterReopen(facts: ConversationFacts, unansweredSince: Date | null): ConversationFacts {
  if (facts.state !== 'closed') return facts;
  return {
    state: unansweredSince === null ? 'waiting' : 'open',
    waitsSince: unansweredSince,
    firstAnswerAt: facts.firstAnswerAt,
    closedAt: null,
  };
}

/** For how many days after a message LINE delivers a push to its author who is not a friend of the account. */
const LINE_REACH_DAYS = 7;

/** Whether LINE delivers an answer: the person has not blocked the account, and is a friend or wrote in the last 7 days. */
export function canAnswerByLine(
  { friend, blocked, lastWroteAt }: { friend: boolean; blocked: boolean; lastWroteAt: Date },
  now: Date,
): boolean {
  return !blocked && (friend || now.getTime() - lastWroteAt.getTime() < LINE_REACH_DAYS * DAY_MS);
}

/** The fields of a saved answer. Each is written in square brackets, such as `[name]`. */
export const ANSWER_FIELDS = ['name', 'order', 'date', 'tracking', 'login'] as const;
export type AnswerField = (typeof ANSWER_FIELDS)[number];

/** Fills the fields of a saved answer. A field without a value stays in brackets, so that its author sees it. */
export function fillAnswer(text: string, values: Partial<Record<string, string>>): string {
  return text.replace(/\[(\w+)\]/g, (whole, field: string) =>
    Object.hasOwn(values, field) ? (values[field] ?? whole) : whole,
  );
}

/** Returns the fields of an answer that are not filled. */
export function openFields(text: string): string[] {
  return ANSWER_FIELDS.filter((field) => text.includes(`[${field}]`));
}
