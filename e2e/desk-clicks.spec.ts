import type { Page } from '@playwright/test';
import { bahtText } from '@/locales/format';
import { enterDesk } from './support/desk';
import { paidOrder, subscribe, type Registered } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { locale, path, t } from './support/words';

/*
 * The jobs of the desk take few clicks: from the subscriber's page or the list to the result. Each call of `click` and
 * `selectOption` is one, typing is none. The jobs of a failed payment are in `payment-repair.clock.spec.ts`.
 */

// After a change the next preview may be asked with the version before it, and is asked again.
test.use({ expectedErrors: /status of 409/ });

/** Opens a page of the desk and waits until its buttons work. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(path(address));
  await waitUntilInteractive(page);
}

/** Enters the desk as a member of the staff beside a new subscriber. */
async function begin(page: Page, role: 'finance' | 'support'): Promise<Registered> {
  const person = await subscribe(page);
  await page.context().clearCookies();
  await enterDesk(page, role);
  return person;
}

const dialog = (page: Page) => page.getByRole('dialog');
const option = (page: Page, name: string) => dialog(page).getByText(name, { exact: true });
const save = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
test('an order is refunded with four clicks, after a preview @deep @desktop', async ({ page }) => {
  const { accountId } = await begin(page, 'finance');
  await open(page, `/desk/subscribers/${accountId}`);
  await page
    .getByRole('button', { name: /^Refund #/ })
    .first()
    .click();
  const all = dialog(page).getByText(/^All ฿/);
  const amount = (await all.textContent())?.replace(/^All /, '') ?? '';
  await all.click();
  await option(page, t('deskRefund.reasons.damaged')).click();
  await expect(dialog(page).getByText(t('deskRefund.happens'))).toBeVisible();
  await save(page, new RegExp(`^Refund ${amount.replace('.', '\\.')} to `)).click();
  await expect(page.getByText(t('deskRefund.result.succeeded', { amount }))).toBeVisible();
  expect(amount).toBe(bahtText(37_525, locale()));
});

/** The changes for a caller, in an order in which none is in the way of the next. Each choice is one click. */
const CHANGES: Record<string, (page: Page) => Promise<unknown>> = {
  address: (page) =>
    dialog(page)
      .getByRole('textbox', { name: t('register.delivery.address') })
      .fill('9 Soi Ari 4'),
  box: (page) => dialog(page).getByRole('combobox').first().selectOption('3'),
  frequency: (page) => option(page, t('common.perMonths2')).click(),
  payment_day: (page) => dialog(page).getByRole('combobox').selectOption('17'),
  person: async (page) => {
    await dialog(page).getByRole('textbox', { name: /phone/i }).fill('0899999999');
    await dialog(page)
      .getByRole('textbox', { name: t('deskChange.firstName') })
      .fill('Ploy');
  },
  email: (page) =>
    dialog(page)
      .getByRole('textbox', { name: t('deskChange.newEmail') })
      .fill(`${crypto.randomUUID()}@ira.test`),
};
const KINDS = ['address', 'box', 'frequency', 'payment_day', 'person', 'email'] as const;

test('each change for a caller takes five clicks, after a preview @deep @desktop', async ({ page }) => {
  const { accountId } = await begin(page, 'support');
  await open(page, `/desk/subscribers/${accountId}`);
  for (const kind of KINDS) {
    await page.getByRole('button', { name: t('deskChange.open'), exact: true }).click();
    await option(page, t(`deskChange.kinds.${kind}`)).click();
    await CHANGES[kind]!(page);
    await expect(dialog(page).getByText(t('deskChange.happens'))).toBeVisible();
    await save(page, t(`deskChange.save.${kind}`)).click();
    await expect(page.getByText(t(`deskChange.done.${kind}`)).last()).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('boxes are packed, found, sent and sent again with few clicks @deep @desktop', async ({ page }) => {
  await subscribe(page);
  const order = `#${(await paidOrder(page)).orderNumber}`;
  await page.context().clearCookies();
  await enterDesk(page, 'warehouse');
  await page.goto(path('/desk'));
  await page
    .getByRole('link', { name: t('desk.parcels') })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: t('deskParcels.pick') })).toBeVisible();
  await waitUntilInteractive(page);
  await page.getByRole('checkbox', { name: t('deskParcels.selectAll') }).click();
  for (const name of [t('deskParcels.papers.sheets'), t('deskParcels.courierFile')]) {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    await file;
  }
  await page
    .getByRole('textbox', { name: t('deskParcels.bulkLines') })
    .fill(`${order}, Flash, TH01${Date.now().toString().slice(-10)}A`);
  await page.getByRole('button', { name: t('deskParcels.check') }).click();
  await page.getByRole('button', { name: t('deskParcels.start', { count: 1 }) }).click();
  await expect(page.getByText(t('deskParcels.shippedDone')).first()).toBeVisible();
  await page.getByRole('searchbox', { name: t('deskSubscribers.search.label') }).fill(order);
  await page.getByRole('searchbox', { name: t('deskSubscribers.search.label') }).press('Enter');
  const row = page
    .getByRole('listitem')
    .filter({ hasText: order })
    .filter({ has: page.locator('summary') });
  await expect(row).toHaveCount(1);

  for (const { name, choose } of [
    {
      name: t('deskParcels.correct'),
      choose: async () => {
        await row.getByLabel(t('deskParcels.courier')).fill('Flash');
        await row.getByLabel(t('deskParcels.tracking')).fill(`TH02${Date.now().toString().slice(-10)}B`);
      },
    },
    { name: t('deskParcels.report.came_back'), choose: () => Promise.resolve() },
  ]) {
    await waitUntilInteractive(page);
    await row.locator('summary').click();
    await row.getByRole('button', { name, exact: true }).click();
    await choose();
    await row.getByRole('button', { name, exact: true }).click();
    await expect(row.getByRole('button', { name, exact: true })).toHaveCount(
      name === t('deskParcels.correct') ? 1 : 0,
    );
    await page.reload();
  }
  await waitUntilInteractive(page);
  await row.locator('summary').click();
  await row.getByRole('button', { name: t('deskParcels.resend') }).click();
  await row.getByRole('button', { name: t('deskParcels.resend') }).click();
  await expect(page.getByText(t('deskParcels.resent', { number: 2 }))).toBeVisible();
});

test('a tag, a message and a group take few clicks @deep @desktop', async ({ page }) => {
  const { accountId } = await begin(page, 'support');
  await open(page, `/desk/subscribers/${accountId}`);
  const tag = `tag ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel(t('deskSubscribers.marks.tags')).fill(tag);
  await page.getByRole('button', { name: t('deskSubscribers.marks.save'), exact: true }).click();
  await expect(page.getByText(t('deskSubscribers.marks.saved'))).toBeVisible();
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect(page.getByText(t('desk.undone'))).toBeVisible();
  await expect(page.getByLabel(t('deskSubscribers.marks.tags'))).toHaveValue('');
  await page.getByLabel(t('deskSubscribers.marks.tags')).fill(tag);
  await page.getByRole('button', { name: t('deskSubscribers.marks.save'), exact: true }).click();
  await expect(page.getByText(t('deskSubscribers.marks.saved')).last()).toBeVisible();

  const write = async (opening: string, sending: RegExp) => {
    await page.getByRole('link', { name: opening, exact: true }).click();
    await waitUntilInteractive(page);
    await page.getByLabel(t('deskMessages.write.text.en')).fill('Your next payment is on [date].');
    await page.getByRole('button', { name: sending }).click();
    await expect(page.getByText(t('deskMessages.write.sent'))).toBeVisible();
    await page.getByRole('button', { name: t('deskMessages.write.stop') }).click();
    await expect(page.getByText(t('deskMessages.sent.state.stopped'), { exact: true })).toBeVisible();
  };
  await write(t('deskMessages.write.open'), /^Send to \D+$/);
  await page.goto(path(`/desk/subscribers?list=subscribers&tag=${encodeURIComponent(tag)}`));
  await waitUntilInteractive(page);
  await write(t('deskMessages.write.openGroup'), /^Send to 1 person$/);
});
