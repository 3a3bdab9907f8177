import type { Day } from '@/domain/day';
import { shortDayText } from '@/locales/format';
import { expectAccessible } from './support/accessible';
import { subscribe } from './support/subscribers';
import { openSheet, previewed, upcomingOrders } from './support/subscription';
import { expect, test } from './support/test';
import { journeyLanguages } from './support/words';

for (const words of journeyLanguages) {
  const { t, locale, path } = words;

  test(`a subscriber changes one box, changes every box and returns to the usual one (${locale})`, async ({
    page,
  }, { project }) => {
    await subscribe(page, words);
    const { dates } = await upcomingOrders(page, words);
    const date = shortDayText(dates[0] as Day, locale);
    const plan = (en: string, th: string) =>
      page
        .getByRole('group', { name: t('box.plans') })
        .getByRole('button', { name: locale === 'th' ? th : en });
    const once = page.getByRole('radio', { name: t('subscription.box.onceNote') });
    const submitOnce = page.getByRole('button', { name: t('subscription.box.submitOnce') });
    const totals = async () =>
      (await upcomingOrders(page, words)).entries.evaluateAll((entries) =>
        entries.slice(0, 3).map((entry) => /฿[\d,]+\.\d\d/.exec(entry.textContent ?? '')?.[0]),
      );
    const row = (index: number) => page.locator('[data-ahead] > li').nth(index);

    await openSheet(page, words, 'contents');
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
      new RegExp(t('subscription.box.always')),
    );
    await once.check();
    await expect(submitOnce).toBeDisabled();
    await plan('Heavy', 'มามาก').click();
    await previewed(page);
    await expect(row(0)).toContainText('฿543.75');
    await expect(row(1)).not.toContainText('฿543.75');
    await expectAccessible(page, `${project.name}-own-box-${locale}`);
    await submitOnce.click();
    const difference = t('subscription.box.differenceOnce', { amount: '+฿168.50', date });
    await expect(page.getByText(t('subscription.box.doneOnceWith', { difference }))).toBeVisible();
    expect(await totals()).toEqual(['฿543.75', '฿375.25', '฿375.25']);

    await openSheet(page, words, 'contents');
    await plan('Regular', 'ปกติ').click();
    await previewed(page);
    await expect(row(0)).toContainText('฿543.75');
    await expect(row(1)).toContainText('฿312.75');
    await page.getByRole('button', { name: t('subscription.box.submit') }).click();
    await expect(page).toHaveURL(path('/account'));
    expect(await totals()).toEqual(['฿543.75', '฿312.75', '฿312.75']);

    await page.getByRole('link', { name: t('account.next.contents'), exact: true }).click();
    await expect(once).toBeChecked();
    await page.getByRole('button', { name: t('subscription.box.usual') }).click();
    await previewed(page);
    await expect(row(0)).toContainText('฿312.75');
    await submitOnce.click();
    await expect(page.getByText(t('subscription.box.doneUsual'))).toBeVisible();
    expect(await totals()).toEqual(['฿312.75', '฿312.75', '฿312.75']);
  });
}
