import { expect, type Page } from '@playwright/test';

/** A card as a subscriber types it. The test number, and some special names, determine the result of a charge. */
export interface Card {
  number: string;
  name: string;
  expiry: string;
  code: string;
}

/** A card whose charges succeed. */
export const GOOD_CARD: Card = {
  number: '4242 4242 4242 4242',
  name: 'MALI SUKSAN',
  expiry: '12/40',
  code: '847',
};
/** A card that is declined because of insufficient funds. */
export const DECLINED_CARD: Card = { ...GOOD_CARD, number: '4111 1111 1114 0011' };
/** A card that needs 3-D Secure. */
export const SECURE_CARD: Card = { ...GOOD_CARD, name: 'FAKE 3DS' };

/** Returns the fields of the gateway's card form, which is in a frame of the gateway's origin. */
export function cardForm(page: Page) {
  const frame = page.frameLocator('iframe');
  return {
    name: frame.locator('[autocomplete="cc-name"]'),
    number: frame.locator('[autocomplete="cc-number"]'),
    expiry: frame.locator('[autocomplete="cc-exp"]'),
    code: frame.locator('[autocomplete="cc-csc"]'),
  };
}

/** Types a card into the gateway's form. Types fields that group digits key by key. */
export async function fillCard(page: Page, card: Card): Promise<void> {
  const form = cardForm(page);
  await form.name.fill(card.name);
  await form.number.fill('');
  await form.number.pressSequentially(card.number.replaceAll(' ', ''));
  await form.expiry.fill('');
  await form.expiry.pressSequentially(card.expiry.replace('/', ''));
  await form.code.fill(card.code);
  await expect(form.number).toHaveValue(card.number);
  await expect(form.expiry).toHaveValue(card.expiry);
}
