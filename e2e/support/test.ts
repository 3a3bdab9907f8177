import { test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { TEXT_FAULT } from '@/testing/text-faults';
import { isDeep } from './environment';
import { sandbox } from './sandbox';
import { watchText } from './watch-text';
import { speak } from './words';
import type { Locale } from '@/domain/locale';

export interface Support {
  /** The language of the texts and pages. */
  language: Locale;
  sandbox: typeof sandbox;
  /** Matches console errors that the test expects. Browsers write every error status to the console. */
  expectedErrors: RegExp | null;
  /**
   * Whether links fetch their pages ahead when they become visible. By default in `npm run test:deep` only, because each
   * page of the account fetches eight more.
   */
  fetchesAhead: boolean;
  quietConsole: undefined;
}

/**
 * Playwright's `test` with more checks on every page: fails on unexpected console errors, uncaught
 * exceptions, and faulty text such as unfilled placeholders.
 */
export const test = base.extend<Support>({
  language: ['en', { option: true }],
  sandbox: async ({}, provide) => provide(sandbox),
  expectedErrors: [null, { option: true }],
  fetchesAhead: [isDeep, { option: true }],
  quietConsole: [
    async ({ context, language, expectedErrors, fetchesAhead }, provide) => {
      speak(language);
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors?.test(text)) errors.push(text);
      };
      context.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      await context.addInitScript(watchText, TEXT_FAULT.source);
      if (!fetchesAhead) await context.addInitScript(hideLinks);
      context.on('weberror', (error) => note(error.error().stack ?? error.error().message));
      await provide(undefined);
      speak('en');
      if (errors.length > 0)
        throw new Error(`Unexpected errors in the browser's console:\n${errors.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Runs in the page. Hides links from observers, so that the router fetches a page only when its link is followed. */
function hideLinks(): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    override observe(target: Element) {
      if (!(target instanceof HTMLAnchorElement)) super.observe(target);
    }
  };
}

/**
 * Waits until React has hydrated the page, or until the script of a page without React acts. A test could otherwise click before the page reacts.
 * @param control selector of an element of the part that must react: parts of a page are hydrated one after the other
 */
export async function waitUntilInteractive(
  page: Page,
  control = 'main button, main form, main input',
): Promise<void> {
  await page.waitForFunction((selector) => {
    const found = document.querySelector(selector);
    if (found === null) return false;
    const isHydrated = Object.keys(found).some((key) => key.startsWith('__reactProps$'));
    return isHydrated || found.closest('main[data-awake]') !== null;
  }, control);
}

/** Returns the heading of the page with this name. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Reports to the page that its tab is visible, so that the page polls immediately. */
export async function showTabAgain(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

export { expect } from '@playwright/test';
