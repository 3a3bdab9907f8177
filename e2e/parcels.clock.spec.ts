import { expectAccessible } from './support/accessible';
import { logInByApi, subscribe } from './support/subscribers';
import { expect, test } from './support/test';
import { t } from './support/words';

test('a paid box is prepared, packed, shipped and delivered, and the subscriber is notified once of the shipment', async ({
  page,
  sandbox,
}) => {
  const person = await subscribe(page);
  await page.goto('/account');
  const past = page.getByRole('list', { name: t('account.calendar.past') });
  await past.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/account\/orders\/ord_\w+$/);
  const address = page.url();
  const now = page.locator('[aria-current=step]');
  await expect(now).toContainText(t('order.steps.preparing'));
  await expect(page.getByRole('link', { name: t('order.changeAddress') })).toBeVisible();

  await sandbox.moveClock({ by: 'PT11H' });
  await logInByApi(page, person);
  await page.goto(address);
  await expect(now).toContainText(t('order.steps.packed'));
  await expect(page.getByRole('link', { name: t('order.changeAddress') })).toHaveCount(0);

  await sandbox.moveClock({ by: 'PT36H' });
  const mail = await sandbox.mail(
    person.email,
    new RegExp(t('emails.shipped.subject', { receiveBy: '' }).trim()),
  );
  const number = /EX\d{9}TH/.exec(mail.text)?.[0] ?? 'none';
  expect(mail.links.some((link) => link.endsWith(`trackNumber=${number}`))).toBe(true);
  await logInByApi(page, person);
  await page.goto(address);
  await expect(now).toContainText(t('order.steps.shipped'));
  await expect(page.getByText(number)).toBeVisible();
  await expect(page.getByRole('link', { name: /Thailand Post/ })).toHaveAttribute('href', new RegExp(number));
  await expectAccessible(page, 'order-on-its-way');

  await sandbox.moveClock({ by: 'P5D' });
  await logInByApi(page, person);
  await page.goto(address);
  await expect(now).toContainText(t('order.steps.delivered'));
});
