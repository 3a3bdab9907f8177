import { addDays, type Day } from '@/domain/day';
import { yearlessDayText } from '@/locales/calendar-format';
import { shortDayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { AMOUNT } from './support/offline';
import { paymentDate } from './support/payment-date';
import type { Registered } from './support/subscribers';
import { expect, test, heading } from './support/test';
import type { sandbox as Sandbox } from './support/sandbox';
import { locale, speak, t } from './support/words';

/*
 * Links of the reminder before a payment date, opened in a browser without a session. The tests run in the order of
 * time, each with its own subscriber.
 */

test.use({ expectedErrors: /status of (404|409)/ });

let people: Awaited<ReturnType<typeof paymentDate>>['people'];
let due: Day;
test.beforeAll(async () => {
  ({ people, due } = await paymentDate());
});

/** Returns the links of the reminder of an order: skip, move, change the box. */
async function tapLinks(sandbox: typeof Sandbox, { email }: Registered) {
  await sandbox.reach(`${addDays(due, -5)}T09:30:00+07:00`);
  const subject = t('emails.orderReminder.subject', {
    total: AMOUNT,
    date: shortDayText(due, locale()),
  });
  const { links } = await sandbox.mail(email, new RegExp(subject.replaceAll(/\s/g, String.raw`\s`)));
  const [skip = '', move = '', box = ''] = links.filter((link) => link.includes('/do/'));
  return { skip, move, box };
}

test('a link of a reminder skips the order after a confirmation, once, and starts no session', async ({
  page,
  sandbox,
}) => {
  const { skip, move, box } = await tapLinks(sandbox, people.tapSkips);
  for (const link of [skip, move, box, skip]) await page.request.get(link);
  await page.goto(box);
  await expect(page.getByRole('link', { name: t('oneTap.box.go') })).toBeVisible();
  await expectAccessible(page, 'do-box');
  await page.goto(skip);
  const date = yearlessDayText(due, locale());
  await expect(heading(page, t('oneTap.skip.title', { date }))).toBeVisible();
  await expectAccessible(page, 'do-skip');
  await page.getByRole('button', { name: t('oneTap.skip.go') }).click();
  await expect(heading(page, t('oneTap.skip.done', { date }))).toBeFocused();
  await expectAccessible(page, 'do-skip-done');
  await page.getByRole('button', { name: t('oneTap.skip.undo') }).dblclick();
  await expect(heading(page, t('oneTap.undo.done', { date }))).toBeFocused();
  await expectAccessible(page, 'do-skip-undone');
  await page.goto(skip);
  await page.getByRole('button', { name: t('oneTap.skip.go') }).click();
  await expect(heading(page, t('oneTap.skip.done', { date }))).toBeFocused();
  await page.goto(skip);
  await expect(heading(page, t('oneTap.skip.done', { date }))).toBeVisible();
  await page.goto(move);
  await expect(heading(page, t('oneTap.ended.title'))).toBeVisible();
  await expectAccessible(page, 'do-changed');
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/do/not-a-link-that-we-know');
  await expect(heading(page, t('secretLink.missing.title'))).toBeVisible();
  await expectAccessible(page, 'do-missing');
});

test('a link of a reminder moves the order by seven days, and is useless after the cut-off', async ({
  page,
  sandbox,
}) => {
  speak('th');
  const { skip, move } = await tapLinks(sandbox, people.tapMoves);
  await page.goto(move);
  const date = yearlessDayText(addDays(due, 7), locale());
  await expect(page.getByRole('main')).toContainText(date);
  await expectAccessible(page, 'do-move');
  await page.getByRole('button', { name: t('oneTap.move.go') }).click();
  await expect(heading(page, t('oneTap.move.done', { date }))).toBeFocused();
  await expectAccessible(page, 'do-move-done');
  await page.goto(skip);
  await expect(page.getByRole('button', { name: t('oneTap.skip.go') })).toBeVisible();
  await expectAccessible(page, 'do-skip');

  speak('en');
  const { skip: late } = await tapLinks(sandbox, people.byQr);
  await page.goto(late);
  await sandbox.reach(`${addDays(due, -1)}T09:00:00+07:00`);
  await page.getByRole('button', { name: t('oneTap.skip.go') }).click();
  await expect(heading(page, t('oneTap.tooLate.title'))).toBeFocused();
  await expect(page.getByText(t('oneTap.undo.over'))).toHaveCount(0);
  await expectAccessible(page, 'do-too-late');
});
