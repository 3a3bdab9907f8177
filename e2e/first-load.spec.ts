import { sheetPath, type SheetName } from '@/locales/sheet-path';
import { gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { GOOD_CARD } from './support/cards';
import { DEMO_PASSWORD } from './support/product';
import { call, cardToken, logInByApi, registerUpToPayment } from './support/subscribers';
import { expect, test } from './support/test';

/** The most bytes of script (after gzip) that the HTML of a page may load. See docs/performance.md. */
const SCRIPT_MAX = 169_000;

const FOR_VISITORS = [
  'register',
  'login',
  'login/magic-link',
  'login/link',
  'forgot-password',
  'reset-password',
  'register/details',
  'contact',
];
const FOR_SUBSCRIBERS = [
  ...['cards', 'cards/add', 'rewards', 'rewards/points', 'rewards/redeem'],
  'details',
  ...['personal', 'address', 'email', 'password', 'line', 'passkeys', 'sessions', 'delete'].map(
    (page) => `details/${page}`,
  ),
].map((page) => `account/${page}`);

const addressOf = (name: SheetName) => sheetPath(name).slice(1);

/** Returns the bytes of the scripts that each page loads. The key is the path of the page. */
async function weighPages(request: APIRequestContext, pages: readonly string[]) {
  const weights = new Map<string, number>();
  const weigh = async (file: string) => {
    const known = weights.get(file);
    if (known !== undefined) return known;
    const script = await (await request.get(file)).body();
    // Subscribers do not load the scripts of the desk.
    expect(script.includes('/api/desk'), file).toBe(false);
    const bytes = gzipSync(script).length;
    weights.set(file, bytes);
    return bytes;
  };
  const found: [string, number][] = [];
  for (const page of pages) {
    const response = await request.get(`/${page}`, { maxRedirects: 0 });
    expect(response.status(), page).toBe(200);
    const tags = (await response.text()).match(/<(?:script|link)\b[^>]*>/g) ?? [];
    const files = tags
      .filter((tag) => !/\bnomodule\b/i.test(tag))
      .flatMap((tag) => /"(\/_next\/[^"]+\.js)/.exec(tag)?.[1] ?? []);
    let sum = 0;
    for (const file of new Set(files)) sum += await weigh(file);
    found.push([page, sum]);
  }
  return found;
}

test('log-in pages, registration and account pages stay within their weight of script', async ({ page }) => {
  test.slow();
  const visited = await weighPages(page.request, FOR_VISITORS);
  await registerUpToPayment(page);
  const registering = await weighPages(page.request, ['register/delivery', 'register/payment']);
  await call(page, '/api/register/payment/card', { cardToken: await cardToken(page, GOOD_CARD) });
  const sheets = (['contents', 'rhythm', 'pause', 'cancel'] as const).map(addressOf);
  const owned = await weighPages(page.request, ['account', ...sheets, ...FOR_SUBSCRIBERS]);
  await call(page, '/api/subscriptions/cancel', { reason: 'other' });
  const ended = await weighPages(page.request, [addressOf('restart')]);
  // A subscriber who paid today can't order now. The demo account paid a month ago.
  await logInByApi(page, { email: 'active@demo.test', password: DEMO_PASSWORD });
  const ordering = await weighPages(page.request, [addressOf('now')]);
  expect(
    [...visited, ...registering, ...owned, ...ended, ...ordering].filter(
      ([, bytes]) => bytes > SCRIPT_MAX || bytes < 100_000,
    ),
  ).toEqual([]);
});
