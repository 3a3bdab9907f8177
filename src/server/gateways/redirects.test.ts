import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every other request to a provider refuses redirects', () => {
  const files = readdirSync('src/server/gateways', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'omise/qr.ts')
    .map((file) => ({ file, text: readFileSync(`src/server/gateways/${file}`, 'utf8') }));
  const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
  const calls = files.map(({ file, text }) => ({
    file,
    sent: count(text, /\bfetch\(/g),
    refusing: count(text, /redirect: 'error'/g),
  }));
  expect(calls.filter(({ sent }) => sent > 0).length).toBeGreaterThan(3);
  expect(calls.filter(({ sent, refusing }) => sent !== refusing)).toEqual([]);
});
