import { yearlessDayText } from '@/locales/calendar-format';
import type { Day } from '@/domain/day';
import { expectAccessible } from './support/accessible';
import { subscribe } from './support/subscribers';
import { calendarDates, openSheet, previewed, sheetOf, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(`a subscriber pauses until a box, resumes with one tap and undoes it (${locale})`, async ({ page }, {
    project,
  }) => {
    await subscribe(page, words);
    const { dates } = await upcomingOrders(page, words);
    await waitUntilInteractive(page);
    await page.getByRole('link', { name: t('account.ways.pause') }).click();
    await expect(sheetOf(page).getByRole('heading', { name: t('subscription.sheets.pause') })).toBeFocused();
    const back = yearlessDayText(dates[2] as Day, locale);
    await sheetOf(page).getByRole('radio', { name: back }).check();
    await previewed(page);
    await expect.poll(async () => (await calendarDates(page, 'after'))[0]).toBe(dates[2]);
    await expectAccessible(page, `${project.name}-pause-${locale}`);
    await page.getByRole('button', { name: t('subscription.pause.submit', { date: back }) }).click();
    await expect(page).toHaveURL(path('/account'));
    const hero = page.getByRole('heading', { level: 1 });
    await expect(hero).toContainText(t('account.paused.title'));
    await expect(hero.locator('time')).toHaveAttribute('datetime', dates[2]!);
    await expectAccessible(page, `${project.name}-paused-${locale}`);

    await page.getByRole('button', { name: t('account.paused.resume') }).click();
    await expect(hero).toContainText(t('account.next.title'));
    await expect(hero.locator('time')).toHaveAttribute('datetime', dates[0]!);
    await page.getByRole('button', { name: t('subscription.change.undo') }).click();
    await expect(hero).toContainText(t('account.paused.title'));
    await expect(hero.locator('time')).toHaveAttribute('datetime', dates[2]!);

    await openSheet(page, words, 'pause');
    await sheetOf(page)
      .getByRole('button', { name: t('subscription.pause.resume') })
      .click();
    await expect(page.getByText(t('subscription.pause.resumed'), { exact: true })).toBeVisible();
    await expect(hero.locator('time')).toHaveAttribute('datetime', dates[0]!);
  });
}
