import type { Page } from '@playwright/test';

const PHONE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/**
 * Gives the page's browser an authenticator with a fingerprint sensor, as a phone has it.
 * The user touches the sensor whenever the browser asks.
 * @returns `replace`: takes a new authenticator without passkeys
 */
export async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const add = async () =>
    (await browser.send('WebAuthn.addVirtualAuthenticator', { options: PHONE })).authenticatorId;
  let authenticatorId = await add();
  return {
    replace: async () => {
      await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await add();
    },
  };
}
