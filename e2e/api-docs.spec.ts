import { expectAccessible } from './support/accessible';
import { expect, test } from './support/test';

test('the API docs load nothing external, fit and work without a mouse @deep @everywhere', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'ira API' })).toBeVisible();
  expect(loaded.filter((path) => path !== '/favicon.ico')).toEqual(['/api/docs']);

  await page.getByRole('link', { name: 'POST /api/orders/skip' }).click();
  const call = page.getByRole('article', { name: 'POST /api/orders/skip' });
  await expect(call).toBeInViewport();
  const refusals = call.locator('summary', { hasText: 'Refusals' });
  await refusals.focus();
  await page.keyboard.press('Enter');
  await expect(call.getByRole('cell', { name: 'SKIP_TOO_LATE' })).toBeVisible();
  await expectAccessible(page, 'api-docs');
});
