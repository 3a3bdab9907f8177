import type { Page } from '@playwright/test';

/** One browser at one width in one language, and the helpers of a walk. */
export interface Walk {
  page: Page;
  /** Returns the address of a page in the walk's language. */
  at: (path: string) => string;
  shoot: (name: string, options?: { full?: boolean }) => Promise<void>;
  /** The password of the demo accounts. */
  password: string;
}

/** Returns an unused address. */
export function freshEmail(): string {
  return `shots-${crypto.randomUUID().slice(0, 13)}@example.test`;
}

/** Fills the gateway's card form, in its own frame. */
export async function fillCard(page: Page, card: { number: string; name: string }): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('#name').fill(card.name);
  await frame.locator('#number').fill(card.number);
  await frame.locator('#expiry').fill('12/31');
  await frame.locator('#code').fill('123');
}

/** Opens a page and waits until its scripts run. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
}
