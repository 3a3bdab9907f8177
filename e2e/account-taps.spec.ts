import type { Page } from '@playwright/test';
import { addDays, type Day } from '@/domain/day';
import { yearlessDayText } from '@/locales/calendar-format';
import { dayText } from '@/locales/format';
import { Clicks } from './support/clicks';
import { subscribe } from './support/subscribers';
import { datesOf, previewed, sheetOf, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { english } from './support/words';

/* What a subscriber does in the account takes few taps, from the opened account to the result. */

const { t, locale } = english;

interface Job {
  name: string;
  /** The most taps. */
  taps: number;
  act: (page: Page, taps: Clicks, dates: readonly string[]) => Promise<void>;
}

const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const hero = (page: Page) => page.locator('[data-hero]');
const rows = (page: Page) => page.locator('[data-ahead] > li');
const day = (text: string | undefined) => yearlessDayText(text as Day, locale);

/** Changes how often or on which day, with one choice. */
async function changeRhythm(
  page: Page,
  taps: Clicks,
  { choice, frequency = 1, day: paymentDay = 31 }: { choice: string; frequency?: 1 | 2; day?: number },
): Promise<void> {
  await taps.on(page.getByRole('link', { name: new RegExp(`${t('common.change')}$`) }));
  await taps.check(sheetOf(page).getByRole('radio', { name: choice, exact: true }));
  await previewed(page);
  const wanted = { frequency: t(`common.perMonths${frequency}`), day: paymentDay };
  await taps.on(page.getByRole('button', { name: t('subscription.rhythm.submit', wanted) }));
  await says(page, t('subscription.rhythm.done'));
}

const JOBS: Job[] = [
  {
    name: 'seeing the boxes of twelve months',
    taps: 0,
    act: async (page) => {
      const shown = await datesOf(rows(page).locator('time'));
      expect(shown.at(-1)! > addDays(shown[0] as Day, 300)).toBe(true);
    },
  },
  {
    name: 'skipping the next box',
    taps: 1,
    act: async (page, taps) => {
      await taps.on(hero(page).getByRole('button', { name: t('account.upcoming.skip') }));
      await expect(rows(page).first()).toContainText(t('account.upcoming.skipped'));
    },
  },
  {
    name: 'skipping another box',
    taps: 1,
    act: async (page, taps) => {
      await taps.on(
        rows(page)
          .nth(1)
          .getByRole('button', { name: t('account.upcoming.skip') }),
      );
      await expect(rows(page).nth(1)).toContainText(t('account.upcoming.skipped'));
    },
  },
  {
    name: 'moving the next box',
    taps: 3,
    act: async (page, taps, [next]) => {
      const date = addDays(next as Day, 7);
      await taps.on(hero(page).getByRole('link', { name: t('account.next.move'), exact: true }));
      await taps.check(page.getByRole('radio', { name: dayText(date, locale), exact: true }));
      await previewed(page);
      await taps.on(page.getByRole('button', { name: t('subscription.move.submit', { date: day(date) }) }));
      await says(page, t('subscription.move.done'));
    },
  },
  {
    name: 'pausing, and resuming with one tap more',
    taps: 4,
    act: async (page, taps, dates) => {
      await taps.on(page.getByRole('link', { name: t('account.ways.pause') }));
      await taps.check(sheetOf(page).getByRole('radio', { name: day(dates[2]) }));
      await previewed(page);
      await taps.on(
        page.getByRole('button', { name: t('subscription.pause.submit', { date: day(dates[2]) }) }),
      );
      await taps.on(page.getByRole('button', { name: t('account.paused.resume') }));
      await expect(page.getByRole('heading', { level: 1 })).toContainText(t('account.next.title'));
    },
  },
  {
    name: 'changing the frequency',
    taps: 3,
    act: (page, taps) => changeRhythm(page, taps, { choice: t('common.perMonths2'), frequency: 2 }),
  },
  {
    name: 'changing the payment day',
    taps: 3,
    act: (page, taps) => changeRhythm(page, taps, { choice: t('common.dayOfMonth', { day: 15 }), day: 15 }),
  },
  {
    name: 'opening the receipt of the last box',
    taps: 1,
    act: async (page, taps) => {
      const past = page.getByRole('list', { name: t('account.calendar.past') });
      const link = past.getByRole('link', { name: t('orders.receipt') });
      // The receipt is drawn just after the payment.
      await expect(async () => {
        await page.reload();
        await expect(link).toBeVisible({ timeout: 1_000 });
      }).toPass();
      const address = (await link.getAttribute('href')) ?? '-';
      const asked = page.context().waitForEvent('request', (request) => request.url().endsWith(address));
      await taps.on(link);
      expect((await page.request.get((await asked).url())).headers()['content-type']).toBe('application/pdf');
    },
  },
  {
    name: 'cancelling',
    taps: 4,
    act: async (page, taps) => {
      await taps.on(page.getByRole('link', { name: t('account.ways.cancel') }));
      await taps.check(page.getByRole('radio', { name: t('cancelReasons.alternativeBrand') }));
      await taps.on(page.getByRole('button', { name: t('subscription.cancel.submit') }));
      await expect(page.getByRole('heading', { name: t('subscription.cancel.doneTitle') })).toBeVisible();
    },
  },
];

for (const { name, taps: most, act } of JOBS)
  test(`${name} takes few taps (at most ${most})`, { tag: '@deep' }, async ({ page }) => {
    await subscribe(page, english);
    const { dates } = await upcomingOrders(page, english);
    await waitUntilInteractive(page);
    const taps = new Clicks();
    await act(page, taps, dates);
    expect(taps.count).toBeLessThanOrEqual(most);
  });
