import { test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { TEXT_FAULT } from '@/testing/text-faults';
import { sandbox } from './sandbox';
import { watchText } from './watch-text';

interface Support {
  sandbox: typeof sandbox;
  /** Console errors a test expects: browsers write every answer with an error status there. */
  expectedErrors: RegExp | null;
  quietConsole: undefined;
}

/**
 * Playwright's `test`, which also fails on any console error or uncaught exception that the test did not announce, and
 * on text that no reader should see, on every page it opens.
 */
export const test = base.extend<Support>({
  sandbox: async ({}, provide) => provide(sandbox),
  expectedErrors: [null, { option: true }],
  quietConsole: [
    async ({ context, expectedErrors }, provide) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors?.test(text)) errors.push(text);
      };
      context.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      await context.addInitScript(watchText, TEXT_FAULT.source);
      context.on('weberror', (error) => note(error.error().stack ?? error.error().message));
      await provide(undefined);
      if (errors.length > 0)
        throw new Error(`Unexpected errors in the browser's console:\n${errors.join('\n')}`);
    },
    { auto: true },
  ],
});

/**
 * Waits until the page answers to taps: React has taken over what the server drew. Nobody is quicker than that on a
 * good connection, and a test is not there to be.
 */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const control = document.querySelector('main button, main form, main input');
    return control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps$'));
  });
}

/** The tab is looked at again: what it looks for by itself now and then, it looks for at once. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

export { expect } from '@playwright/test';
