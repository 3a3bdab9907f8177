import type { Locator, Page } from '@playwright/test';
import { bahtText } from '@/locales/format';
import { Clicks } from './support/clicks';
import { enterDesk } from './support/desk';
import { call, subscribe, type Registered } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { english } from './support/words';

/*
 * The jobs of the desk take few clicks: from the subscriber's page or the list to the result. Choosing in a select is a
 * click, typing is none. The jobs of a failed payment are in `payment-repair.clock.spec.ts`.
 */

const { t, path, locale } = english;

// After a change the next preview may be asked with the version before it, and is asked again.
test.use({ expectedErrors: /status of 409/ });

/** Opens a page of the desk and waits until its buttons work. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(path(address));
  await waitUntilInteractive(page);
}

/** Enters the desk as a member of the staff beside a new subscriber. */
async function begin(page: Page, role: 'finance' | 'support'): Promise<Registered> {
  const person = await subscribe(page, english);
  await page.context().clearCookies();
  await enterDesk(page, role, english);
  return person;
}

const dialog = (page: Page) => page.getByRole('dialog');
const option = (page: Page, name: string) => dialog(page).getByText(name, { exact: true });
const save = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const type = async (field: Locator, text: string, clicks: Clicks) => {
  await clicks.on(field);
  await field.fill(text);
};

test(
  'a whole order is refunded with at most four clicks, after a preview',
  { tag: ['@deep', '@desktop'] },
  async ({ page }) => {
    const { accountId } = await begin(page, 'finance');
    await open(page, `/desk/subscribers/${accountId}`);
    const clicks = new Clicks();
    await clicks.on(page.getByRole('button', { name: /^Refund #/ }).first());
    const all = dialog(page).getByText(/^All ฿/);
    const amount = (await all.textContent())?.replace(/^All /, '') ?? '';
    await clicks.on(all);
    await clicks.on(option(page, t('deskRefund.reasons.damaged')));
    await expect(dialog(page).getByText(t('deskRefund.happens'))).toBeVisible();
    await clicks.on(save(page, new RegExp(`^Refund ${amount.replace('.', '\\.')} to `)));
    await expect(page.getByText(t('deskRefund.result.succeeded', { amount }))).toBeVisible();
    expect(amount).toBe(bahtText(37_525, locale));
    expect(clicks.count).toBeLessThanOrEqual(4);
  },
);

/** The changes for a caller, in an order in which none is in the way of the next. */
const CHANGES: { kind: ChangeKind; choose: (page: Page, clicks: Clicks) => Promise<void> }[] = [
  {
    kind: 'address',
    choose: (page, clicks) =>
      type(
        dialog(page).getByRole('textbox', { name: t('register.delivery.address') }),
        '9 Soi Ari 4',
        clicks,
      ),
  },
  {
    kind: 'box',
    choose: (page, clicks) => clicks.choose(dialog(page).getByRole('combobox').first(), '3'),
  },
  {
    kind: 'frequency',
    choose: (page, clicks) => clicks.on(option(page, t('common.perMonths2'))),
  },
  {
    kind: 'payment_day',
    choose: (page, clicks) => clicks.choose(dialog(page).getByRole('combobox'), '17'),
  },
  {
    kind: 'person',
    choose: (page, clicks) =>
      type(dialog(page).getByRole('textbox', { name: /phone/i }), '0899999999', clicks),
  },
  {
    kind: 'person',
    choose: (page, clicks) =>
      type(dialog(page).getByRole('textbox', { name: t('deskChange.firstName') }), 'Ploy', clicks),
  },
  {
    kind: 'email',
    choose: (page, clicks) =>
      type(
        dialog(page).getByRole('textbox', { name: t('deskChange.newEmail') }),
        `${crypto.randomUUID()}@ira.test`,
        clicks,
      ),
  },
];
type ChangeKind = 'address' | 'box' | 'frequency' | 'payment_day' | 'person' | 'email';

test(
  'each change for a caller takes at most five clicks, after a preview',
  { tag: ['@deep', '@desktop'] },
  async ({ page }) => {
    const { accountId } = await begin(page, 'support');
    await open(page, `/desk/subscribers/${accountId}`);
    for (const { kind, choose } of CHANGES) {
      const clicks = new Clicks();
      await clicks.on(page.getByRole('button', { name: t('deskChange.open'), exact: true }));
      await clicks.on(option(page, t(`deskChange.kinds.${kind}`)));
      await choose(page, clicks);
      await expect(dialog(page).getByText(t('deskChange.happens'))).toBeVisible();
      await clicks.on(save(page, t(`deskChange.save.${kind}`)));
      await expect(page.getByText(t(`deskChange.done.${kind}`)).last()).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
      expect(clicks.count, kind).toBeLessThanOrEqual(5);
    }
  },
);

test(
  'a person is found in one field, boxes are packed and sent, and one that came back is sent again, with few clicks',
  { tag: ['@deep', '@desktop'] },
  async ({ page }) => {
    await subscribe(page, english);
    const { orders } = await call<{ orders: { orderNumber: number }[] }>(page, '/mycloud/orders');
    const order = `#${orders[0]?.orderNumber}`;
    await page.context().clearCookies();
    await enterDesk(page, 'warehouse', english);
    await page.goto(path('/desk'));

    const packed = new Clicks();
    await packed.on(page.getByRole('link', { name: t('desk.parcels') }).first());
    await expect(page.getByRole('heading', { name: t('deskParcels.pick') })).toBeVisible();
    await waitUntilInteractive(page);
    await packed.on(page.getByRole('checkbox', { name: t('deskParcels.selectAll') }));
    for (const name of [t('deskParcels.papers.sheets'), t('deskParcels.courierFile')]) {
      const file = page.waitForEvent('download');
      await packed.on(page.getByRole('button', { name, exact: true }));
      await file;
    }
    expect(packed.count).toBeLessThanOrEqual(4);

    const sent = new Clicks();
    await page
      .getByRole('textbox', { name: t('deskParcels.bulkLines') })
      .fill(`${order}, Flash, TH01${Date.now().toString().slice(-10)}A`);
    await sent.on(page.getByRole('button', { name: t('deskParcels.check') }));
    await sent.on(page.getByRole('button', { name: t('deskParcels.start', { count: 1 }) }));
    await expect(page.getByText(t('deskParcels.shippedDone')).first()).toBeVisible();
    expect(sent.count).toBeLessThanOrEqual(3);

    const found = new Clicks();
    await page.getByRole('searchbox', { name: t('deskSubscribers.search.label') }).fill(order);
    await page.getByRole('searchbox', { name: t('deskSubscribers.search.label') }).press('Enter');
    const row = page
      .getByRole('listitem')
      .filter({ hasText: order })
      .filter({ has: page.locator('summary') });
    await expect(row).toHaveCount(1);
    expect(found.count).toBe(0);

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
      const clicks = new Clicks();
      await waitUntilInteractive(page);
      await clicks.on(row.locator('summary'));
      await clicks.on(row.getByRole('button', { name, exact: true }));
      await choose();
      await clicks.on(row.getByRole('button', { name, exact: true }));
      await expect(row.getByRole('button', { name, exact: true })).toHaveCount(
        name === t('deskParcels.correct') ? 1 : 0,
      );
      expect(clicks.count, name).toBeLessThanOrEqual(3);
      await page.reload();
    }
    const again = new Clicks();
    await waitUntilInteractive(page);
    await again.on(row.locator('summary'));
    await again.on(row.getByRole('button', { name: t('deskParcels.resend') }));
    await again.on(row.getByRole('button', { name: t('deskParcels.resend') }));
    await expect(page.getByText(t('deskParcels.resent', { number: 2 }))).toBeVisible();
    expect(again.count).toBeLessThanOrEqual(3);
  },
);

test(
  'a tag is saved and taken back, a subscriber is written to with two clicks, and a group chosen by tag with two',
  { tag: ['@deep', '@desktop'] },
  async ({ page }) => {
    const { accountId } = await begin(page, 'support');
    await open(page, `/desk/subscribers/${accountId}`);
    const tag = `tag ${crypto.randomUUID().slice(0, 8)}`;
    const marked = new Clicks();
    await page.getByLabel(t('deskSubscribers.marks.tags')).fill(tag);
    await marked.on(page.getByRole('button', { name: t('deskSubscribers.marks.save'), exact: true }));
    await expect(page.getByText(t('deskSubscribers.marks.saved'))).toBeVisible();
    expect(marked.count).toBe(1);
    await marked.on(page.getByRole('button', { name: t('common.undo') }));
    await expect(page.getByText(t('desk.undone'))).toBeVisible();
    await expect(page.getByLabel(t('deskSubscribers.marks.tags'))).toHaveValue('');
    await page.getByLabel(t('deskSubscribers.marks.tags')).fill(tag);
    await page.getByRole('button', { name: t('deskSubscribers.marks.save'), exact: true }).click();
    await expect(page.getByText(t('deskSubscribers.marks.saved')).last()).toBeVisible();

    const write = async (opening: string, sending: RegExp) => {
      const clicks = new Clicks();
      await clicks.on(page.getByRole('link', { name: opening, exact: true }));
      await waitUntilInteractive(page);
      await page.getByLabel(t('deskMessages.write.text.en')).fill('Your next payment is on [date].');
      await clicks.on(page.getByRole('button', { name: sending }));
      await expect(page.getByText(t('deskMessages.write.sent'))).toBeVisible();
      expect(clicks.count).toBe(2);
      await page.getByRole('button', { name: t('deskMessages.write.stop') }).click();
      await expect(page.getByText(t('deskMessages.sent.state.stopped'), { exact: true })).toBeVisible();
    };
    await write(t('deskMessages.write.open'), /^Send to \D+$/);
    await page.goto(path(`/desk/subscribers?list=subscribers&tag=${encodeURIComponent(tag)}`));
    await waitUntilInteractive(page);
    await write(t('deskMessages.write.openGroup'), /^Send to 1 person$/);
  },
);
