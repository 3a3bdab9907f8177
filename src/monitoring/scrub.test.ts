import { expect, test } from 'vitest';
import { scrubDeep, scrubText } from './scrub';

test.each([
  ['mail mali.suk+x@example.co.th now', 'mail [hidden] now'],
  ['to=mali%40example.test', 'to=[hidden]'],
  ['call 081-234-5678 or +66 81 234 5678', 'call [hidden] or [hidden]'],
  ['0812345678', '[hidden]'],
  ['card 4242 4242 4242 4242.', 'card [hidden].'],
  ['4111-1111-1114-0011', '[hidden]'],
  ['GET https://ira.test/login?next=/account#t=secret done', 'GET https://ira.test/login done'],
  ['/reset-password#token=abc', '/reset-password'],
  ['at /pay/Zx81_-secret/qr', 'at /pay/[hidden]/qr'],
  ['at /bank/Zx81_-secret', 'at /bank/[hidden]'],
  ['href="/th/fix/Zx81_-secret" href="/talk/Zx81_-secret"', 'href="/th/fix/[hidden]" href="/talk/[hidden]"'],
  ['webcal://ira.test/api/calendar/Zx81_-secret.ics', 'webcal://ira.test/api/calendar/[hidden]'],
  ['/th/invite/IRA-7K3M9Q', '/th/invite/[hidden]'],
  ['code ira-7k3m9q', 'code [hidden]'],
  ['tokn_test_5fzbwc1wcmjpxyzkzfk', '[hidden]'],
  ['Authorization: Bearer abc.def', 'Authorization: [hidden]'],
])('scrubText replaces %s by %s', (text, clean) => {
  expect(scrubText(text)).toBe(clean);
});

test.each([
  'TypeError: Cannot read properties of undefined (reading "map")',
  '/_next/static/chunks/0a4f1c2b3d4e5f60.js:12:3456',
  'ord_7k3m9q0812345678abcdefgh',
  '2026-11-20T03:00:00.000Z',
  'att_2315 declined after 1234 ms, 37525 satang',
])('scrubText keeps %s', (text) => {
  expect(scrubText(text)).toBe(text);
});

test('scrubDeep removes private fields and cleans every text', () => {
  const value = {
    firstName: 'Mali',
    data: {
      email: 'a@b.test',
      href: 'https://x.test/a?b=c',
      n: 4242424242424242,
      list: ['0812345678', null],
    },
    run: () => 1,
  };
  expect(scrubDeep(value)).toEqual({
    data: { href: 'https://x.test/a', n: 4242424242424242, list: ['[hidden]', null] },
    run: undefined,
  });
});
