import type { Page } from '@playwright/test';
import { sheetPath } from '@/locales/sheet-path';
import { holdScripts } from './support/hold-scripts';
import { payPath, registerOffline } from './support/offline';
import { payButton } from './support/registration';
import { registerUpToPayment, subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { t } from './support/words';

/* A tap counts from the moment its control is visible, before the scripts of the page run. */
/** A phone on Slow 4G, as the developer tools of Chrome name it, whose processor is four times slower. */
const SLOW = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 };
const SLOWDOWN = 4;
const FAST = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

interface Control {
  path?: string;
  /** Prepares an account, and returns another path. */
  open?: (page: Page) => Promise<unknown>;
  selector: string;
  /** How often the control is tapped. Default: once. */
  taps?: number;
  effect: (page: Page) => Promise<void>;
  /** The name of the call that must be sent exactly once. */
  call?: string;
}

const quantity = (page: Page, row: string, amount: number) =>
  expect(page.locator(`${row} [class*=quantity]`).first()).toHaveText(String(amount));

const CONTROLS: Record<string, Control> = {
  'a recommended box': {
    path: '/register',
    selector: '[role=group] button:nth-child(3)',
    effect: (page) =>
      expect(page.locator('[role=group] button').nth(2)).toHaveAttribute('aria-pressed', 'true'),
  },
  'the stepper of a product, twice': {
    path: '/register',
    selector: 'main li button[data-repeats]:last-child',
    taps: 2,
    effect: (page) => quantity(page, 'main', 2),
  },
  'a payment day': {
    path: '/register?product=day-pads',
    selector: 'input[name=paymentDay][value="17"]',
    effect: async (page) => {
      await expect(page.locator('input[name=paymentDay][value="17"]')).toBeChecked();
      await expect(page.getByRole('main').locator('time[datetime$="-17"]').first()).toBeAttached();
    },
  },
  'a way to pay': {
    open: (page) => registerUpToPayment(page),
    path: '/register/payment',
    selector: 'input[name=method][value=offline]',
    effect: (page) => expect(page.getByRole('region', { name: t('register.payment.offline') })).toBeVisible(),
  },
  'skipping the next box': {
    open: (page) => subscribe(page),
    path: '/account',
    selector: '[data-hero] button',
    effect: (page) =>
      expect(page.locator('[data-ahead] > li').first()).toContainText(t('account.upcoming.skipped')),
    call: 'orders.skip',
  },
  'moving the next box': {
    open: (page) => subscribe(page),
    path: '/account',
    selector: '[data-hero] a[href*="do=move"]',
    effect: (page) => expect(page.locator('dialog input[type=radio]').first()).toBeAttached(),
  },
  'the stepper of the next boxes': {
    open: (page) => subscribe(page),
    path: sheetPath('contents'),
    selector: 'dialog li button[data-repeats]:last-child',
    effect: (page) => quantity(page, 'dialog', 3),
  },
  'a tab of the account': {
    open: (page) => subscribe(page),
    path: '/account',
    selector: 'header a[href="/account/rewards"]',
    effect: (page) => expect(page).toHaveURL('/account/rewards'),
  },
  'the other language': {
    open: (page) => subscribe(page),
    path: '/account',
    selector: '[data-language]',
    effect: (page) => expect(page).toHaveURL('/th/account'),
  },
  'a banking app': {
    open: async (page) => payPath((await registerOffline(page)).paymentUrl),
    selector: '[aria-labelledby=apps-title] li button',
    effect: (page) => expect(page).toHaveURL(/\/omise\/app\//),
    call: '/api/payments/app',
  },
  'the log-in': {
    path: '/login',
    selector: 'form button[type=submit]',
    effect: (page) => expect(page.getByRole('alert', { name: t('validation.allRequired') })).toBeVisible(),
  },
  'another way to log in': {
    path: '/login',
    selector: 'form a[href*="magic-link"]',
    effect: (page) => expect(page).toHaveURL(/\/login\/magic-link/),
  },
  'the menu of public pages': {
    path: '/',
    selector: 'details[data-menu] summary',
    effect: (page) => expect(page.locator('details[data-menu] a').first()).toBeVisible(),
  },
};

for (const [name, { path, open, selector, taps = 1, effect, call }] of Object.entries(CONTROLS))
  test(`on a slow phone, a tap on ${name} after the first paint has its effect once @deep`, async ({
    page,
  }) => {
    const opened = await open?.(page);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(tapAfterFirstPaint, { selector, taps });
    await page.goto(path ?? String(opened), { waitUntil: 'commit' });
    await effect(page);
    await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.waitForLoadState('networkidle');
    await effect(page);
    if (call) expect(calls.filter((url) => url.includes(call))).toHaveLength(1);
  });

/** Taps the first element of the selector 100 ms after the first paint of the first document. Runs in the page. */
function tapAfterFirstPaint({ selector, taps }: { selector: string; taps: number }): void {
  if (sessionStorage.getItem('tapped')) return;
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    setTimeout(function tap() {
      const control = document.querySelector<HTMLElement>(selector);
      if (!control) return void setTimeout(tap, 10);
      sessionStorage.setItem('tapped', 'yes');
      for (let count = 0; count < taps; count += 1) control.click();
    }, 100);
  }).observe({ type: 'paint', buffered: true });
}

test('taps before the scripts arrive have their effect once, in their order', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  const boxes = page.getByRole('group', { name: t('box.plans') }).getByRole('button');
  const add = page.getByRole('button', { name: t('box.add', { product: 'Day pads' }), exact: true });
  await boxes.nth(1).click();
  await expect(boxes.nth(1)).toHaveAttribute('data-tapped');
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  const before = Number(await page.locator('main [class*=quantity]').first().textContent());
  expect(before).toBe(0);
  await page.getByText('17', { exact: true }).click();
  release();
  await expect(boxes.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('radio', { name: t('common.dayOfMonth', { day: 17 }) })).toBeChecked();
  await expect(page.locator('[data-tapped]')).toHaveCount(0);
  const planned = Number(await page.locator('main [class*=quantity]').first().textContent());
  await add.click();
  await quantity(page, 'main', planned + 1);
});

/** Makes a browser that is busy call idle callbacks, as one does after a second. Runs in the page. */
function neverWaitUntilIdle(): void {
  window.requestIdleCallback = (call) => window.setTimeout(call, 0, { didTimeout: true });
}

test('while a slow phone hydrates a page, a choice is kept and a tap on the button that pays is not', async ({
  page,
  sandbox,
}) => {
  const { accountId } = await registerUpToPayment(page);
  await page.addInitScript(neverWaitUntilIdle);
  const release = await holdScripts(page);
  await page.goto('/register/payment', { waitUntil: 'commit' });
  await page.getByText(t('register.payment.offline'), { exact: true }).click();
  await payButton(page).click();
  await expect(payButton(page)).toHaveCSS('opacity', '0.6');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  try {
    release();
    await waitUntilInteractive(page);
    await expect(page.getByRole('region', { name: t('register.payment.offline') })).toBeVisible();
  } finally {
    // The next test uses the same page.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  const create = page.getByRole('button', { name: t('register.payment.offlineGo', { amount: '฿' }) });
  await expect(create).toHaveCSS('opacity', '1');
  expect(await sandbox.chargesOf(accountId)).toEqual([]);
  await expect(page).toHaveURL('/register/payment');
});
