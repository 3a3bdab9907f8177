import { addDays, type Day } from '@/domain/day';
import { dayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { subscribe } from './support/subscribers';
import { compared, comparedDates, upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale } = words;

  test(`a subscriber moves one order by a week (${locale})`, async ({ page }, { project }) => {
    await subscribe(page, words);
    const { entries, dates } = await upcomingOrders(page, words);
    await expect(page.getByRole('link', { name: t('account.next.move') })).toBeVisible();
    await waitUntilInteractive(page);
    await entries
      .nth(1)
      .getByRole('link', { name: t('account.upcoming.move') })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: t('subscription.move.title') })).toBeFocused();
    await waitUntilInteractive(page);
    await page.getByRole('button', { name: t('subscription.move.submitPlain') }).click();
    const field = page.getByLabel(t('subscription.move.date'));
    await expect(field).toBeFocused();
    const date = addDays(dates[1] as Day, 7);
    await field.fill(date);
    await compared(page, words);
    expect(await comparedDates(page, 1)).toEqual([dates[0], date, dates[2]]);
    await expectAccessible(page, `${project.name}-move-order-${locale}`);
    await page
      .getByRole('button', { name: t('subscription.move.submit', { date: dayText(date, locale) }) })
      .click();
    await expect(page.getByText(t('subscription.move.done'), { exact: true })).toBeVisible();
    expect((await upcomingOrders(page, words)).dates).toEqual([dates[0], date, dates[2]]);
  });
}
