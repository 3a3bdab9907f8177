import type { Page } from '@playwright/test';
import { bahtText } from '@/locales/format';
import { Clicks } from './support/clicks';
import { enterDesk } from './support/desk';
import { subscribe } from './support/subscribers';
import { expect, test, waitUntilInteractive } from './support/test';
import { english } from './support/words';

/* The jobs of the desk take few clicks: from the subscriber's page to the result. Choosing in a select is a click. */

const { t, path, locale } = english;

/** Opens the page of a new subscriber as a member of the staff. */
async function openSubscriber(page: Page, role: 'finance' | 'support'): Promise<void> {
  const { accountId } = await subscribe(page, english);
  await page.context().clearCookies();
  await enterDesk(page, role, english);
  await page.goto(path(`/desk/subscribers/${accountId}`));
  await waitUntilInteractive(page);
}

const option = (page: Page, name: string) => page.getByRole('dialog').getByText(name, { exact: true });
const save = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

test(
  'a whole order is refunded with at most four clicks, after a preview',
  { tag: ['@deep', '@desktop'] },
  async ({ page }) => {
    await openSubscriber(page, 'finance');
    const clicks = new Clicks();
    await clicks.on(page.getByRole('button', { name: /^Refund #/ }).first());
    const all = page.getByRole('dialog').getByText(/^All ฿/);
    const amount = (await all.textContent())?.replace(/^All /, '') ?? '';
    await clicks.on(all);
    await clicks.on(option(page, t('deskRefund.reasons.damaged')));
    await expect(page.getByRole('dialog').getByText(t('deskRefund.happens'))).toBeVisible();
    await clicks.on(save(page, new RegExp(`^Refund ${amount.replace('.', '\\.')} to `)));
    await expect(page.getByText(t('deskRefund.result.succeeded', { amount }))).toBeVisible();
    expect(amount).toBe(bahtText(37_525, locale));
    expect(clicks.count).toBeLessThanOrEqual(4);
  },
);

for (const { kind, choose } of [
  {
    kind: 'payment_day',
    choose: (clicks: Clicks, page: Page) =>
      clicks.choose(page.getByRole('dialog').getByRole('combobox'), '17'),
  },
  {
    kind: 'frequency',
    choose: (clicks: Clicks, page: Page) => clicks.on(option(page, t('common.perMonths2'))),
  },
  {
    kind: 'person',
    choose: async (clicks: Clicks, page: Page) => {
      const phone = page.getByRole('dialog').getByRole('textbox', { name: /phone/i });
      await clicks.on(phone);
      await phone.fill('0899999999');
    },
  },
] as const)
  test(
    `${kind} is changed for a caller with at most five clicks, after a preview`,
    { tag: ['@deep', '@desktop'] },
    async ({ page }) => {
      await openSubscriber(page, 'support');
      const clicks = new Clicks();
      await clicks.on(page.getByRole('button', { name: t('deskChange.open'), exact: true }));
      await clicks.on(option(page, t(`deskChange.kinds.${kind}`)));
      await choose(clicks, page);
      await expect(page.getByRole('dialog').getByText(t('deskChange.happens'))).toBeVisible();
      await clicks.on(save(page, t(`deskChange.save.${kind}`)));
      await expect(page.getByText(t(`deskChange.done.${kind}`))).toBeVisible();
      expect(clicks.count).toBeLessThanOrEqual(5);
    },
  );

test(
  'a subscriber is written to with two clicks, and a group chosen by tag with two',
  { tag: ['@deep', '@desktop'] },
  async ({ page }) => {
    await openSubscriber(page, 'support');
    const tag = `tag ${crypto.randomUUID().slice(0, 8)}`;
    const marked = new Clicks();
    await page.getByLabel(t('deskSubscribers.marks.tags')).fill(tag);
    await marked.on(page.getByRole('button', { name: t('deskSubscribers.marks.save'), exact: true }));
    await expect(page.getByText(t('deskSubscribers.marks.saved'))).toBeVisible();
    expect(marked.count).toBe(1);

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
