import { expectAccessible } from './support/accessible';
import { subscribe } from './support/subscribers';
import { compared, openChange, upcomingOrders } from './support/subscription';
import { expect, test } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(`a subscriber pauses for three months and resumes (${locale})`, async ({ page }, { project }) => {
    await subscribe(page, words);
    await page.goto(path('/account/subscription'));
    await page.getByRole('link', { name: t('subscription.hub.pause') }).click();
    const compare = page.getByRole('region', { name: t('subscription.change.compare') });
    await page.getByText(t('subscription.pause.months3'), { exact: true }).click();
    await compared(page, words);
    await expect(compare.getByText(t('subscription.change.paused'))).not.toHaveCount(0);
    await expectAccessible(page, `${project.name}-pause-${locale}`);
    await page.getByRole('button', { name: t('subscription.pause.submit', { date: '' }).trim() }).click();
    await expect(page.getByText(t('subscription.pause.done'), { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(t('subscription.hub.paused'));

    const { entries } = await upcomingOrders(page, words);
    await expect(entries.first()).toContainText(t('account.upcoming.paused'));
    await expect(page.getByRole('link', { name: t('subscription.hub.changePause') })).toBeVisible();

    await openChange(page, words, 'pause');
    await compared(page, words);
    await expect(compare.getByText(t('subscription.change.paused'))).not.toHaveCount(0);
    await page.getByRole('button', { name: t('subscription.pause.resume') }).click();
    await expect(page.getByText(t('subscription.pause.resumed'), { exact: true })).toBeVisible();
    await expect((await upcomingOrders(page, words)).entries.first()).not.toContainText(
      t('account.upcoming.paused'),
    );
  });
}
