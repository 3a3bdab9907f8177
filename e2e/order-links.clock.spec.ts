import { addDays, type Day } from '@/domain/day';
import { yearlessDayText } from '@/locales/calendar-format';
import { shortDayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { DECLINED_CARD, fillCard, GOOD_CARD } from './support/cards';
import { Clicks } from './support/clicks';
import { enterDesk } from './support/desk';
import { AMOUNT, scanQr } from './support/offline';
import { subscribe, type Registered } from './support/subscribers';
import { showTabAgain, expect, test, waitUntilInteractive } from './support/test';
import { translatePage } from './support/translate';
import { english, thai, type Language } from './support/words';
import type { sandbox as Sandbox } from './support/sandbox';
import type { Browser, Page } from '@playwright/test';

/*
 * Links in messages, opened in a browser without a session. All subscribers have the same payment date. The tests run in
 * the order of time, each with its own subscriber.
 */

/** A card whose first charge succeeds. All later charges are declined. */
const FAILING_CARD = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
const RESCUE_CARD = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

async function begin(browser: Browser, words: Language, name: string, card = GOOD_CARD) {
  const context = await browser.newContext();
  const person = await subscribe(context, words, name, card);
  await context.close();
  return person;
}

test.use({ expectedErrors: /status of (402|404|409)/ });

let people: Record<'skips' | 'moves' | 'byQr' | 'byCard' | 'givesUp', Registered>;
let due: Day;
test.beforeAll(async ({ browser }) => {
  const [skips, moves, byQr, byCard, givesUp] = await Promise.all([
    begin(browser, english, 'tap-skips'),
    begin(browser, thai, 'tap-moves'),
    begin(browser, english, 'fix-qr', FAILING_CARD),
    begin(browser, thai, 'fix-card', FAILING_CARD),
    begin(browser, english, 'fix-none', FAILING_CARD),
  ]);
  people = { skips, moves, byQr, byCard, givesUp };
  due = skips.dates[1] as Day;
});

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Returns the links of the reminder of an order: skip, move, change the box. */
async function tapLinks(sandbox: typeof Sandbox, { email }: Registered, { t, locale }: Language) {
  await sandbox.reach(`${addDays(due, -5)}T09:30:00+07:00`);
  const subject = t('emails.orderReminder.subject', {
    total: AMOUNT,
    date: shortDayText(due, locale),
  });
  const { links } = await sandbox.mail(email, new RegExp(subject.replaceAll(/\s/g, String.raw`\s`)));
  const [skip = '', move = '', box = ''] = links.filter((link) => link.includes('/do/'));
  return { skip, move, box };
}

/** Opens the link that repairs a failed payment. */
async function openRepair(page: Page, sandbox: typeof Sandbox, { email }: Registered, { t }: Language) {
  await sandbox.reach(`${due}T09:30:00+07:00`);
  const { links } = await sandbox.mail(
    email,
    new RegExp(t('emails.paymentFailed.subject', { total: AMOUNT })),
  );
  const link = links.find((address) => address.includes('/fix/')) ?? '';
  await page.goto(link);
  await expect(title(page, t('repair.heading'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText(AMOUNT);
  return link;
}

test('a link of a reminder skips the order after a confirmation, once, and starts no session', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const { skip, move, box } = await tapLinks(sandbox, people.skips, english);
  for (const link of [skip, move, box, skip]) await page.request.get(link);
  await page.goto(box);
  await expect(page.getByRole('link', { name: t('oneTap.box.go') })).toBeVisible();
  await expectAccessible(page, 'do-box-en');
  await page.goto(skip);
  const date = yearlessDayText(due, english.locale);
  await expect(title(page, t('oneTap.skip.title', { date }))).toBeVisible();
  await expectAccessible(page, 'do-skip-en');
  await page.getByRole('button', { name: t('oneTap.skip.go') }).click();
  await expect(title(page, t('oneTap.skip.done', { date }))).toBeFocused();
  await expectAccessible(page, 'do-skip-done-en');
  await page.getByRole('button', { name: t('oneTap.skip.undo') }).dblclick();
  await expect(title(page, t('oneTap.undo.done', { date }))).toBeFocused();
  await expectAccessible(page, 'do-skip-undone-en');
  await page.goto(skip);
  await page.getByRole('button', { name: t('oneTap.skip.go') }).click();
  await expect(title(page, t('oneTap.skip.done', { date }))).toBeFocused();
  await page.goto(skip);
  await expect(title(page, t('oneTap.skip.done', { date }))).toBeVisible();
  await page.goto(move);
  await expect(title(page, t('oneTap.ended.title'))).toBeVisible();
  await expectAccessible(page, 'do-changed-en');
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/do/not-a-link-that-we-know');
  await expect(title(page, t('secretLink.missing.title'))).toBeVisible();
  await expectAccessible(page, 'do-missing-en');
});

test('a link of a reminder moves the order by seven days, and is useless after the cut-off', async ({
  page,
  sandbox,
}) => {
  const { t, locale } = thai;
  const { skip, move } = await tapLinks(sandbox, people.moves, thai);
  await page.goto(move);
  const date = yearlessDayText(addDays(due, 7), locale);
  await expect(page.getByRole('main')).toContainText(date);
  await expectAccessible(page, 'do-move-th');
  await page.getByRole('button', { name: t('oneTap.move.go') }).click();
  await expect(title(page, t('oneTap.move.done', { date }))).toBeFocused();
  await expectAccessible(page, 'do-move-done-th');
  await page.goto(skip);
  await expect(page.getByRole('button', { name: t('oneTap.skip.go') })).toBeVisible();
  await expectAccessible(page, 'do-skip-th');

  const { skip: late } = await tapLinks(sandbox, people.byQr, english);
  await page.goto(late);
  await sandbox.reach(`${addDays(due, -1)}T09:00:00+07:00`);
  await page.getByRole('button', { name: english.t('oneTap.skip.go') }).click();
  await expect(title(page, english.t('oneTap.tooLate.title'))).toBeFocused();
  await expect(page.getByText(english.t('oneTap.undo.over'))).toHaveCount(0);
  await expectAccessible(page, 'do-too-late-en');
});

test('a failed payment is repaired by QR code without a log-in', async ({ page, sandbox }) => {
  const { t } = english;
  const link = await openRepair(page, sandbox, people.byQr, english);
  await waitUntilInteractive(page);
  await translatePage(page);
  await expectAccessible(page, 'fix-en');
  await page.getByRole('button', { name: t('repair.qr.make', { amount: AMOUNT }) }).click();
  await expect(page.getByRole('img', { name: t('secretLink.qr.alt', { amount: AMOUNT }) })).toBeVisible();
  await expect(page.getByText(t('repair.nextTryAfterQr'))).toBeVisible();
  await expectAccessible(page, 'fix-qr-en');
  await scanQr(people.byQr.accountId);
  await expect(async () => {
    await showTabAgain(page);
    await expect(title(page, t('payments.outcome.paid'))).toBeFocused({ timeout: 500 });
  }).toPass();
  await expectAccessible(page, 'fix-paid-en');
  await page.goto(link);
  await expect(title(page, t('payments.outcome.paid'))).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/fix/not-a-link-that-we-know');
  await expect(title(page, t('secretLink.missing.title'))).toBeVisible();
  await expectAccessible(page, 'fix-missing-en');
});

test('a failed payment is repaired with another card after a decline, and charged once', async ({
  page,
  sandbox,
}) => {
  const { t } = thai;
  await openRepair(page, sandbox, people.byCard, thai);
  await expectAccessible(page, 'fix-th');
  await expect(page.getByText(t('repair.sameCard.title'))).toBeVisible();
  await page.getByText(t('repair.card.title')).click();
  const pay = page.getByRole('button', { name: t('repair.card.pay', { amount: AMOUNT }), exact: true });
  await fillCard(page, DECLINED_CARD);
  await pay.click();
  await expect(page.getByRole('main')).toContainText(t('payments.outcome.declined', { amount: AMOUNT }));
  await expectAccessible(page, 'fix-card-declined-th');
  await fillCard(page, RESCUE_CARD);
  await pay.dblclick();
  await expect(title(page, t('payments.outcome.paid'))).toBeFocused();
  await expectAccessible(page, 'fix-paid-th');
  const charges = await sandbox.chargesOf(people.byCard.accountId);
  expect(charges.filter(({ status }) => status === 'successful')).toHaveLength(2);
});

test(
  'an order whose payment failed is given up after a question',
  { tag: '@deep' },
  async ({ page, browser, sandbox }) => {
    const { t, path } = english;
    await openRepair(page, sandbox, people.givesUp, english);
    const desk = await (await browser.newContext()).newPage();
    await enterDesk(desk, 'support', english);
    await desk.goto(path(`/desk/subscribers/${people.givesUp.accountId}`));
    for (const [name, done] of [
      [t('deskToday.sendLink'), t('deskToday.linkSent')],
      [t('deskToday.tryNow'), t('deskToday.triedNow')],
    ] as const) {
      const clicks = new Clicks();
      await waitUntilInteractive(desk);
      await clicks.on(desk.getByRole('button', { name, exact: true }));
      await clicks.on(desk.getByRole('group', { name }).getByRole('button', { name, exact: true }));
      await expect(desk.getByText(done).or(desk.getByRole('alert')).first()).toBeVisible();
      expect(clicks.count, name).toBeLessThanOrEqual(2);
    }
    await desk.context().close();
    await page.getByText(t('repair.giveUp.title')).click();
    await expectAccessible(page, 'fix-give-up-en');
    await page.getByRole('button', { name: t('repair.giveUp.yes') }).click();
    await expect(title(page, t('repair.givenUp.title'))).toBeFocused();
    await expectAccessible(page, 'fix-given-up-en');
  },
);
