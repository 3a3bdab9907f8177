import { addDays, type Day } from '@/domain/day';
import { yearlessDayText } from '@/locales/calendar-format';
import { dayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { subscribe } from './support/subscribers';
import { calendarDates, previewed, sheetOf, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(`a subscriber moves one box by a week with three taps, and can close the sheet (${locale})`, async ({
    page,
  }, { project }) => {
    await subscribe(page, words);
    const { entries, dates } = await upcomingOrders(page, words);
    await waitUntilInteractive(page);
    await entries.nth(1).getByRole('link').click();
    const move = sheetOf(page).getByRole('link', { name: t('account.next.move') });
    await move.click();
    const ofDate = t('subscription.move.ofDate', { date: yearlessDayText(dates[1] as Day, locale) });
    await expect(sheetOf(page).getByRole('heading', { name: ofDate })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheetOf(page)).toBeHidden();
    await expect(page).toHaveURL(path('/account'));
    await page.goBack();
    await expect(sheetOf(page).getByRole('heading', { name: ofDate })).toBeVisible();

    await page.getByRole('button', { name: t('subscription.move.submitPlain') }).click();
    await expect(sheetOf(page).getByRole('alert')).toBeVisible();
    const date = addDays(dates[1] as Day, 7);
    await page.getByRole('radio', { name: dayText(date, locale), exact: true }).check({ force: true });
    await previewed(page);
    expect((await calendarDates(page, 'after')).slice(0, 3)).toEqual([dates[0], date, dates[2]]);
    await expectAccessible(page, `${project.name}-move-order-${locale}`);
    await page
      .getByRole('button', { name: t('subscription.move.submit', { date: yearlessDayText(date, locale) }) })
      .click();
    await expect(page.getByText(t('subscription.move.done'), { exact: true })).toBeVisible();
    expect((await upcomingOrders(page, words)).dates).toEqual([dates[0], date, dates[2]]);
  });
}
