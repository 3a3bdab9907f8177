import type { Page } from '@playwright/test';

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
