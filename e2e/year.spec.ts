import { bahtText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { call, subscribe } from './support/subscribers';
import { compared } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(
    `a subscriber sees twelve months, and compares them with another frequency (${locale})`,
    { tag: '@deep' },
    async ({ page }, { project }) => {
      await subscribe(page, words);
      await page.goto(path('/account/subscription'));
      await page.getByRole('link', { name: t('subscription.hub.year') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('subscription.year.title') })).toBeFocused();
      const { orders } = await call<{ orders: { total: number }[] }>(page, '/api/subscriptions/year-ahead');
      const total = orders.reduce((sum, order) => sum + order.total, 0);
      const sum = t('subscription.year.sum', { count: orders.length, amount: bahtText(total, locale) });
      for (const heading of [t('subscription.change.before'), t('subscription.year.later')])
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(sum);

      await page.goto(path('/account/subscription/frequency'));
      await waitUntilInteractive(page);
      await page.getByRole('button', { name: t('subscription.year.more') }).click();
      const card = page.getByRole('region', { name: t('subscription.year.title') });
      await expect(card.getByRole('listitem')).toHaveCount(orders.length);
      await expectAccessible(page, `${project.name}-frequency-year-${locale}`);
      await page.getByText(t('common.perMonths3'), { exact: true }).click();
      await compared(page, words);
      const sums = page.getByRole('row').last().getByRole('cell');
      await expect(sums.first()).toHaveText(sum);
      await expect(sums.last()).toContainText('฿');
      await expect(sums.last()).not.toHaveText(sum);
      await expectAccessible(page, `${project.name}-frequency-year-after-${locale}`);
      await page.getByRole('button', { name: t('subscription.year.less') }).click();
      await expect(page.getByRole('row')).toHaveCount(4);
    },
  );
}
