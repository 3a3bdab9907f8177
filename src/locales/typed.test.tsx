import { expect, test } from 'vitest';
import type { Translate } from './typed';

const t = ((key: string, params: unknown) => [key, params]) as unknown as Translate;

test('a sentence takes text, numbers and single elements', () => {
  expect(t('subscription.change.was', { amount: <b>1 Dec</b> })).toBeDefined();
  expect(t('subscription.rhythm.short', { day: 31 })).toBeDefined();
  expect(t('subscription.change.saving')).toBeDefined();
});

test('the type check rejects values that would print [object Object], undefined or a placeholder', () => {
  const amount = [<b key="1">1 Dec</b>, <b key="2">1 Jan</b>];
  const missing = undefined as string | undefined;
  // @ts-expect-error -- an array of elements is joined into text
  expect(t('subscription.change.was', { amount })).toBeDefined();
  // @ts-expect-error -- an absent value leaves a hole in the sentence
  expect(t('subscription.change.was', { amount: missing })).toBeDefined();
  // @ts-expect-error -- an object is no text
  expect(t('subscription.change.was', { amount: { day: '1 Dec' } })).toBeDefined();
  // @ts-expect-error -- the placeholder would stay in the sentence
  expect(t('subscription.change.was')).toBeDefined();
  // @ts-expect-error -- a plural needs its count
  expect(t('common.points')).toBeDefined();
});
