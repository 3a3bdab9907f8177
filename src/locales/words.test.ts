import { describe, expect, test } from 'vitest';
import { DECLINE_REASONS } from '@/domain/decline';
import { ERROR_KINDS } from '@/domain/error-kinds';
import { FREQUENCIES } from '@/domain/subscription';
import * as en from './en';
import * as th from './th';
import { flatten } from './words';

const english = flatten(en);
const thai = flatten(th);
const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('the two dictionaries', () => {
  test('have the same keys', () => {
    expect(Object.keys(thai).sort()).toEqual(Object.keys(english).sort());
  });

  test('have a text with the same placeholders under every key', () => {
    for (const key of Object.keys(english)) {
      expect(english[key]?.trim(), key).toBeTruthy();
      expect(thai[key]?.trim(), key).toBeTruthy();
      expect(placeholders(thai[key] ?? ''), key).toEqual(placeholders(english[key] ?? ''));
    }
  });

  test('use western digits in Thai', () => {
    expect(Object.values(thai).filter((sentence) => /[๐-๙]/.test(sentence))).toEqual([]);
  });

  test('use an exclamation mark only for a discount', () => {
    const loud = Object.entries(english).filter(([, sentence]) => sentence.includes('!'));
    expect(loud.map(([key]) => key)).toEqual(['validation.gotDiscount']);
  });

  test('have no invisible word joiner: the pages add it', () => {
    expect(Object.values(thai).filter((sentence) => sentence.includes('\u2060'))).toEqual([]);
  });
});

test('have a sentence for every error code', () => {
  for (const code of Object.keys(ERROR_KINDS)) {
    expect(english[`errors.${code}`], code).toBeTruthy();
    expect(thai[`errors.${code}`], code).toBeTruthy();
  }
});

test('have a sentence for every decline reason', () => {
  for (const reason of Object.keys(DECLINE_REASONS)) {
    expect(english[`declines.${reason}`], reason).toBeTruthy();
    expect(thai[`declines.${reason}`], reason).toBeTruthy();
  }
});

test('have a name for every frequency', () => {
  for (const frequency of FREQUENCIES) expect(english[`common.perMonths${frequency}`]).toBeTruthy();
});
