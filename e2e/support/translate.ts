import type { Page } from '@playwright/test';
import { waitUntilInteractive } from './test';

/**
 * Translates the page as Chrome does: takes every text node out of the document and shows its text in `<font>`
 * elements, also of the texts that appear later. The texts stay the same, so that tests find them.
 */
export function translatePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.parentElement?.closest('script, style, textarea, font, [translate=no]') !== null) continue;
        const shown = document.createElement('font');
        shown.append(document.createElement('font'));
        shown.firstElementChild?.append(text.data);
        text.replaceWith(shown);
      }
    };
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.isConnected) translate(target);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/**
 * Opens a page, and translates it when React has hydrated all of it, also header and footer. A text that is replaced while
 * React hydrates makes it render the page anew.
 */
export async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilInteractive(page, 'main');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('body :is(h1, h2, p, li, label, button, a)')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps$')),
    ),
  );
  await translatePage(page);
}
