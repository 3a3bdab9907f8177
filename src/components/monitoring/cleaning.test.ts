import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { cleanError, cleanRecorded, cleanTransaction, pageName } from './cleaning';

test('cleanError keeps class and place of an error, and only messages of the JavaScript engine', () => {
  const thrown = (type: string, value: string) => ({ type, value, stacktrace: { frames: [] } });
  const event = cleanError({
    type: undefined,
    user: { email: 'mali@example.test' },
    request: { url: 'https://ira.test/login#t=secret', headers: { Referer: 'x' } },
    breadcrumbs: [{ message: 'typed Mali' }],
    extra: { name: 'Mali' },
    tags: { replayId: 'r1', name: 'Mali' },
    exception: {
      values: [
        thrown('TypeError', "Cannot read properties of undefined (reading 'map')"),
        thrown('Error', 'no such person: Mali'),
        thrown('Error', 'Minified React error #418; args[]=Mali'),
      ],
    },
  });
  expect(event.exception?.values?.map(({ value }) => value)).toEqual([
    "Cannot read properties of undefined (reading 'map')",
    '',
    'Minified React error #418',
  ]);
  expect(JSON.stringify(event)).not.toMatch(/mali|secret|Referer/i);
  expect(event.tags).toEqual({ replayId: 'r1' });
});

test('cleanTransaction keeps operations and durations, and addresses without their query', () => {
  const span = { span_id: 'a', trace_id: 'b', start_timestamp: 1, timestamp: 2 };
  const event = cleanTransaction({
    type: 'transaction',
    transaction: '/account',
    spans: [
      {
        ...span,
        op: 'http.client',
        description: 'GET /api/trpc/x?input=Mali',
        data: { 'http.url': '/x?Mali' },
      },
      {
        ...span,
        op: 'ui.interaction.click',
        description: 'button[aria-label="Mali"]',
        data: { 'sentry.op': 'x' },
      },
    ] as never,
  });
  expect(event.spans?.map(({ description }) => description)).toEqual([
    'GET /api/trpc/x',
    'ui.interaction.click',
  ]);
  expect(JSON.stringify(event)).not.toMatch(/mali/i);
});

test('pageName removes ids from an address', () => {
  expect(pageName('/th/account/orders/ord_7k3m9q')).toBe('/th/account/orders/{id}');
  expect(pageName('/account/payment-day')).toBe('/account/payment-day');
});

test('cleanRecorded keeps only the element type of a click, and nothing of the console', () => {
  const note = (category: string) => ({
    type: 5,
    timestamp: 1,
    data: {
      tag: 'breadcrumb',
      payload: {
        category,
        message: 'button[aria-label="Mali"]',
        data: {
          nodeId: 7,
          node: { id: 7, tagName: 'button', textContent: 'Mali', attributes: { title: 'Mali' } },
        },
      },
    },
  });
  expect(cleanRecorded(note('console'))).toBeNull();
  const click = JSON.stringify(cleanRecorded(note('ui.click')));
  expect(click).toContain('"message":"button"');
  expect(click).not.toContain('Mali');
});

test('the Sentry replay still reads its two timeouts from its container', () => {
  const browser = createRequire(createRequire(import.meta.url).resolve('@sentry/browser'));
  const source = readFileSync(browser.resolve('@sentry/replay').replace('/cjs/', '/esm/'), 'utf8');
  expect(source).toMatch(/this\.timeouts = \{\s*sessionIdlePause: \w+,\s*sessionIdleExpire: \w+/);
  expect(source).toContain('this.timeouts.sessionIdlePause');
  expect(source).toContain('this.timeouts.sessionIdleExpire');
});
