import type { Page } from '@playwright/test';

/** The page and the helpers for screenshots in one width and one language. */
export interface Walk {
  page: Page;
  /** Returns the URL of a path in the language of the screenshots. */
  at: (path: string) => string;
  shoot: (name: string, options?: { full?: boolean }) => Promise<void>;
  /** The password of the demo accounts. */
  password: string;
}

/** Returns an e-mail address that is not in use. */
export function freshEmail(): string {
  return `shots-${crypto.randomUUID().slice(0, 13)}@example.test`;
}

/** Fills in the gateway's card form, which is in a frame. */
export async function fillCard(page: Page, card: { number: string; name: string }): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('#name').fill(card.name);
  await frame.locator('#number').fill(card.number);
  await frame.locator('#expiry').fill('12/31');
  await frame.locator('#code').fill('123');
}

/** Opens a page and waits until it has no requests in progress. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
}
