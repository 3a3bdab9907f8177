import { expectAccessible } from './support/accessible';
import { fillCard, GOOD_CARD, POOR_CARD, SECURE_CARD, type Card } from './support/cards';
import { logIn, me, subscribe, type Registered } from './support/people';
import { expect, test } from './support/test';
import { english, thai, type Language } from './support/words';
import type { sandbox as Sandbox } from './support/sandbox';
import type { Page } from '@playwright/test';

const amount = '฿375.25';
/** Pays once, then never again. */
const FAILING_CARD = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
const RESCUE_CARD = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

/** A subscriber whose renewal has just been declined, looking at their cards. */
async function openAfterDecline(page: Page, words: Language, sandbox: typeof Sandbox): Promise<Registered> {
  const person = await subscribe(page, words, 'rescued', FAILING_CARD);
  await sandbox.moveClock({ to: `${person.dates[1]}T09:30:00+07:00` });
  await page.goto(words.path('/account/cards'));
  await logIn(page, words, person);
  await expect(page.getByText(words.t('cards.owed.title', { amount }))).toBeVisible();
  return person;
}

async function payWith(page: Page, { t }: Language, card: Card): Promise<void> {
  await page.getByRole('link', { name: t('cards.add'), exact: true }).click();
  await fillCard(page, card);
  await page.getByRole('button', { name: t('cards.adding.saveAndPay', { amount }) }).click();
}

for (const words of [english, thai]) {
  test(`a failed payment is rescued by a new card, tried once at once (${words.locale})`, async ({
    page,
    sandbox,
  }) => {
    const { t, path, locale } = words;
    const { accountId } = await openAfterDecline(page, words, sandbox);
    await expectAccessible(page, `cards-owed-${locale}`);
    await payWith(page, words, POOR_CARD);
    const outcome = page.getByRole('status').filter({ hasText: t('cards.outcome.declinedTitle') });
    await expect(outcome).toContainText(t('declines.insufficient_fund'));
    await expectAccessible(page, `cards-owed-declined-${locale}`);
    await page.getByRole('link', { name: t('cards.adding.another') }).click();
    await fillCard(page, RESCUE_CARD);
    await page.getByRole('button', { name: t('cards.adding.saveAndPay', { amount }) }).dblclick();
    await expect(page.getByText(t('cards.outcome.paidTitle'))).toBeVisible();
    await expectAccessible(page, `cards-owed-paid-${locale}`);
    expect((await me(page)).subscription?.status).toBe('active');
    const charges = await sandbox.chargesOf(accountId);
    expect(charges.filter(({ status }) => status === 'successful')).toHaveLength(2);
    await page.goto(path('/account/cards'));
    await expect(page.getByText(t('cards.owed.title', { amount }))).toBeHidden();
  });
}

test('a failed payment whose new card the bank wants confirmed leads to the bank and back', async ({
  page,
  sandbox,
}) => {
  const { t } = english;
  const { accountId } = await openAfterDecline(page, english, sandbox);
  await payWith(page, english, { ...SECURE_CARD, number: RESCUE_CARD.number });
  await expect(page.getByText(t('cards.outcome.actionTitle'))).toBeVisible();
  await expectAccessible(page, 'cards-owed-action');
  await page.getByRole('link', { name: t('cards.owed.actionGo') }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page).toHaveURL(/\/account/);
  await expect
    .poll(
      async () => (await sandbox.chargesOf(accountId)).filter(({ status }) => status === 'successful').length,
    )
    .toBe(2);
});
