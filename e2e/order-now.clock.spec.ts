import { expectAccessible } from './support/accessible';
import { logInByApi, me, subscribe, type Registered } from './support/subscribers';
import { upcomingOrders } from './support/subscription';
import { expect, test, waitUntilInteractive } from './support/test';
import { english, thai } from './support/words';

/* Orders a day after the last payment, because a subscriber can pay for one order a day. */

let people: Record<'en' | 'th', Registered>;
test.beforeAll(async ({ browser, sandbox }) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [en, th] = await Promise.all([subscribe(contexts[0], english), subscribe(contexts[1], thai)]);
  for (const context of contexts) await context.close();
  people = { en, th };
  await sandbox.moveClock({ by: 'P1D' });
});

for (const words of [english, thai]) {
  const { t, locale, path } = words;

  test(`a subscriber orders now and keeps the later dates (${locale})`, async ({ page, sandbox }, {
    project,
  }) => {
    const person = people[locale];
    await logInByApi(page, person);
    const { dates } = await upcomingOrders(page, words);
    await page.getByRole('link', { name: t('account.next.orderNow') }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: t('subscription.orderNow.title') }),
    ).toBeFocused();
    await waitUntilInteractive(page);
    const after = page.getByRole('region', { name: t('subscription.orderNow.after') });
    await expect(after.getByRole('listitem')).toHaveCount(4);
    await page.getByText(t('subscription.orderNow.restart'), { exact: true }).click();
    await expect(after.getByRole('listitem')).toHaveCount(4);
    await page.getByText(t('subscription.orderNow.keep'), { exact: true }).click();
    await expectAccessible(page, `${project.name}-order-now-${locale}`);
    await page
      .getByRole('button', { name: t('subscription.orderNow.submit', { amount: '฿375.25' }) })
      .dblclick();
    await expect(page).toHaveURL(path('/account'));
    expect((await upcomingOrders(page, words)).dates.slice(0, 2)).toEqual(dates.slice(1));
    expect((await me(page)).subscription?.status).toBe('active');
    const charges = await sandbox.chargesOf(person.accountId);
    expect(charges.map(({ status }) => status)).toEqual(['successful', 'successful']);
    await page.goto(path('/account/subscription/order-now'));
    await expect(page.getByText(t('subscription.orderNow.done'))).toBeVisible();
  });
}
