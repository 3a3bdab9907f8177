import { expectAccessible } from './support/accessible';
import { newPerson, fillDetails, fillPlan, next } from './support/registration';
import { operate } from './support/operator';
import { showTabAgain, expect, test } from './support/test';
import { path, t, thai } from './support/words';

/* Maintenance closes the whole product. This file therefore runs alone, like the tests that move the clock. */

test.use({ expectedErrors: /503 \(Service Unavailable\)/ });
test.afterAll(async () => {
  await Promise.all([operate('maintenance', 'off'), operate('incident', 'off')]);
});

test('maintenance under load is reported by pages and API in both languages, and open pages keep their input and recover', async ({
  page,
  request,
  sandbox,
}) => {
  await page.goto(path('/register'));
  await fillPlan(page);
  await next(page, 'details').click();
  await fillDetails(page, newPerson());

  await Promise.all([
    operate('incident', 'on', 'Cards are slow today.', '--th', 'วันนี้บัตรช้า'),
    operate('maintenance', 'on'),
  ]);
  await expect.poll(async () => (await request.get('/')).status(), { timeout: 10_000 }).toBe(503);

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      request.get(['/', '/th/account', '/nothing', '/api/me', '/api/health'][n % 5] ?? '/', {
        maxRedirects: 0,
      }),
    ),
  );
  expect(new Set(answers.map((answer) => `${new URL(answer.url()).pathname} ${answer.status()}`))).toEqual(
    new Set(['/ 503', '/th/account 503', '/nothing 503', '/api/me 503', '/api/health 200']),
  );
  expect(answers[0]?.headers()['retry-after']).toBe('60');
  const told = await fetch(`${sandbox.url}/_control/clock`);
  expect(told.status).toBe(200);

  await next(page, 'delivery').click();
  await expect(page.getByText(t('maintenance.refusal')).first()).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(thai.path('/register'));
  await expect(other.getByRole('heading', { level: 1, name: thai.t('maintenance.heading') })).toBeVisible();
  await expectAccessible(other, 'maintenance');
  await operate('maintenance', 'off');
  await expect.poll(async () => (await request.get('/api/ready')).status()).toBe(200);
  await expect.poll(async () => (await request.get('/')).status(), { timeout: 10_000 }).toBe(200);
  const kept = async (path: string) => (await request.get(path)).text();
  await expect.poll(() => kept('/'), { timeout: 10_000 }).toContain('Cards are slow today.');
  await expect.poll(() => kept('/th/faq'), { timeout: 10_000 }).toContain('วันนี้บัตรช้า');
  // A tab polls immediately when it becomes visible, if it has not come back by itself.
  await showTabAgain(other).catch(() => {});
  await expect(other.getByRole('heading', { level: 1 })).not.toHaveText(thai.t('maintenance.heading'));
  await expect(other.getByText('วันนี้บัตรช้า')).toBeVisible();

  await page.bringToFront();
  await next(page, 'delivery').click();
  await expect(page.getByRole('heading', { level: 1, name: t('register.delivery.heading') })).toBeFocused();
});
