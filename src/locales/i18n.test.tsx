import { expect, test } from 'vitest';
import * as en from './en';
import { I18n } from './i18n';
import * as th from './th';

type Wanted = Parameters<typeof I18n>[0];

/** Returns the texts that a page sends to the browser. */
function sent(
  locale: Wanted['locale'],
  nouns: Wanted['nouns'],
  within?: Wanted['nouns'],
): Record<string, string> {
  const { props } = I18n({ locale, nouns, ...(within && { within }), children: null }) as {
    props: { words: Record<string, string> };
  };
  return props.words;
}

test('a page sends the texts of its groups in its language, also after other pages have selected theirs', () => {
  for (let round = 0; round < 2; round++) {
    expect(sent('en', ['common'])['common.logOut']).toBe(en.common.logOut);
    expect(sent('th', ['common'])['common.logOut']).toBe(th.common.logOut);
    expect(sent('en', ['account'])).not.toHaveProperty(['common.logOut']);
    expect(sent('en', ['account', 'common'])['common.logOut']).toBe(en.common.logOut);
    expect(Object.keys(sent('en', ['payments.link'])).every((key) => key.startsWith('payments.link.'))).toBe(
      true,
    );
  }
});

test('a part of a page sends what the page around it does not send, and nothing twice', () => {
  const around = ['common', 'subscription.change'] as const;
  const words = Object.keys(sent('en', ['common', 'subscription'], around));
  expect(words).toContain('subscription.pause.lead');
  expect(words.filter((key) => /^(common|subscription\.change)\./.test(key))).toEqual([]);
  expect(Object.keys(sent('en', ['subscription'])).length).toBeGreaterThan(words.length);
});
