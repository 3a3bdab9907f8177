import { describe, expect, test } from 'vitest';
import { LOCALES } from '@/domain/locale';
import * as en from '@/locales/en';
import * as th from '@/locales/th';
import { flatten } from '@/locales/words';
import { textFaults } from './text-faults';

describe('search for text that no reader should see', () => {
  test.each([
    'Next payments: [object Object]',
    'You pay undefined on 1 Dec',
    'Total ฿NaN',
    'Day Invalid Date',
    'Next payments: {dates}',
    'subscription.hub.next',
    'subscription.hub.pausedText',
    'common.points',
  ])('finds the fault in: %s', (text) => {
    expect(textFaults(text)).toHaveLength(1);
  });

  test.each(LOCALES)('finds nothing in any filled sentence of the dictionary (%s)', (locale) => {
    for (const sentence of Object.values(flatten(locale === 'en' ? en : th)))
      expect(textFaults(sentence.replaceAll(/\{\w+\}/g, '7'))).toEqual([]);
  });

  test.each(['mali@account.example', 'https://ira.test/account.html', 'See your account. Next, pay.'])(
    'finds nothing in: %s',
    (text) => {
      expect(textFaults(text)).toEqual([]);
    },
  );
});
