import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  afterClose,
  afterMessage,
  afterReopen,
  canAnswerByLine,
  fillAnswer,
  languageOf,
  openFields,
  type ConversationFacts,
} from './conversation';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 29, hour));
const NEW: ConversationFacts = { state: 'open', waitsSince: at(1), firstAnswerAt: null, closedAt: null };

describe('a conversation', () => {
  test('waits since the first message that was not answered', () => {
    expect(afterMessage(NEW, at(2)).waitsSince).toEqual(at(1));
    const answered = afterAnswer(NEW, { at: at(3), close: false, unseenSince: null });
    expect(answered).toEqual({ state: 'waiting', waitsSince: null, firstAnswerAt: at(3), closedAt: null });
    expect(afterMessage(answered, at(4))).toMatchObject({ state: 'open', waitsSince: at(4) });
  });

  test('is opened by the next message after it was closed, and keeps its first answer', () => {
    const closed = afterAnswer(NEW, { at: at(3), close: true, unseenSince: null });
    expect(closed).toMatchObject({ state: 'closed', closedAt: at(3) });
    expect(afterClose(closed, at(5)).closedAt).toEqual(at(3));
    const again = afterMessage(closed, at(6));
    expect(again).toEqual({ state: 'open', waitsSince: at(6), firstAnswerAt: at(3), closedAt: null });
    expect(afterAnswer(again, { at: at(7), close: false, unseenSince: null }).firstAnswerAt).toEqual(at(3));
  });

  test('is as before it was closed when a member opens it again', () => {
    const closed = afterClose(NEW, at(3));
    expect(afterReopen(closed, at(1))).toEqual(NEW);
    const answered = afterAnswer(NEW, { at: at(3), close: false, unseenSince: null });
    expect(afterReopen(afterClose(answered, at(4)), null)).toEqual(answered);
    expect(afterReopen(answered, at(1))).toEqual(answered);
  });

  test('stays open for a message that the author of an answer has not seen', () => {
    const facts = afterAnswer(NEW, { at: at(3), close: true, unseenSince: at(2) });
    expect(facts).toEqual({ state: 'open', waitsSince: at(2), firstAnswerAt: at(3), closedAt: null });
  });
});

test.each([
  [{ friend: true, blocked: false, lastWroteAt: at(-800) }, true],
  [{ friend: true, blocked: true, lastWroteAt: at(1) }, false],
  [{ friend: false, blocked: false, lastWroteAt: at(2 - 7 * 24) }, true],
  [{ friend: false, blocked: false, lastWroteAt: at(1 - 7 * 24) }, false],
])('LINE delivers an answer to a friend, or for seven days to who wrote: %j', (facts, expected) => {
  expect(canAnswerByLine(facts, at(1))).toBe(expected);
});

test.each([
  ['where is it', 'en'],
  ['กล่อง Flash อยู่ไหน', 'th'],
  ['👍', 'th'],
  ['', 'th'],
])('the language of %j is %s', (text, locale) => {
  expect(languageOf(text)).toBe(locale);
});

test('a saved answer keeps unknown words and fields without a value, and does not fill what a value contains', () => {
  const filled = fillAnswer('[name] [order] [other] [toString]', { name: '[order]', tracking: 'x' });
  expect(filled).toBe('[order] [order] [other] [toString]');
  expect(openFields('[order] [other] [ name ]')).toEqual(['order']);
});
