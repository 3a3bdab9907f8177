import { describe, expect, test } from 'vitest';
import { thaiHomeFor } from './first-language';

const visit = (url: string, headers: Record<string, string>) => thaiHomeFor({ url, headers });
const THAI = { 'accept-language': 'th-TH,th;q=0.9,en;q=0.8', host: 'ira.test' };

describe('the first visit of the home page', () => {
  test.each([
    ['/', '/th'],
    ['/?utm_source=line', '/th?utm_source=line'],
  ])('by a browser that prefers Thai leads from %s to %s', (url, target) => {
    expect(visit(url, THAI)).toBe(target);
    expect(visit(url, { ...THAI, cookie: 'signed-in=1; session=x' })).toBe(target);
    expect(visit(url, { ...THAI, referer: 'https://search.test/' })).toBe(target);
  });

  test.each<[string, string, Record<string, string>]>([
    ['another page', '/plans', THAI],
    ['the Thai home page', '/th', THAI],
    ['a browser that prefers English', '/', { 'accept-language': 'en-GB,en;q=0.9,th;q=0.8' }],
    ['a browser that prefers neither', '/', { 'accept-language': 'fr, *;q=0.1' }],
    ['a caller without a preference', '/', {}],
    ['a device on which English was chosen', '/', { ...THAI, cookie: 'signed-in=1; language=en' }],
    ['a device on which Thai was chosen', '/', { ...THAI, cookie: 'language=th' }],
    ['a link of this site', '/', { ...THAI, 'sec-fetch-site': 'same-origin' }],
    ['a link of this site in an old browser', '/', { ...THAI, referer: 'https://ira.test/th' }],
  ])('stays as its address says for %s', (_what, url, headers) => {
    expect(visit(url, headers)).toBeNull();
  });
});
