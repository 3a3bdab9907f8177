import { expect, type Page } from '@playwright/test';

/** A card as somebody types it. The gateway's own test numbers decide what becomes of it, and some names. */
export interface Card {
  number: string;
  name: string;
  expiry: string;
  code: string;
}

/** Is charged. */
export const GOOD_CARD: Card = {
  number: '4242 4242 4242 4242',
  name: 'MALI SUKSAN',
  expiry: '12/40',
  code: '847',
};
/** Has no money. */
export const POOR_CARD: Card = { ...GOOD_CARD, number: '4111 1111 1114 0011' };
/** Asks for 3-D Secure. */
export const SECURE_CARD: Card = { ...GOOD_CARD, name: 'FAKE 3DS' };

/** The gateway's card form. Only its own origin sees what is typed there. */
export function cardForm(page: Page) {
  const frame = page.frameLocator('iframe');
  return {
    name: frame.locator('[autocomplete="cc-name"]'),
    number: frame.locator('[autocomplete="cc-number"]'),
    expiry: frame.locator('[autocomplete="cc-exp"]'),
    code: frame.locator('[autocomplete="cc-csc"]'),
  };
}

/** Types a card into the gateway's form, key by key where the form groups the digits. */
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

/**
 * Listens to everything the browser sends. `expectKept` then says that the card was typed and sent, and that nothing
 * of it went to our own origin.
 */
export function tapCard(page: Page, card: Card) {
  const digits = card.number.replaceAll(' ', '');
  const secret = new RegExp(`${digits}|${card.number}|(?<![0-9a-zA-Z])${card.code}(?![0-9a-zA-Z])`);
  const sentTo: string[] = [];
  page.context().on('request', (request) => {
    const said = `${decodeURIComponent(request.url())} ${request.postData() ?? ''}`;
    if (secret.test(said)) sentTo.push(new URL(request.url()).origin);
  });
  return {
    expectKept: (gateway: string) => expect([...new Set(sentTo)]).toEqual([new URL(gateway).origin]),
  };
}
