import type { Page } from '@playwright/test';

/** The text spacing that a reader may set, https://www.w3.org/TR/WCAG22/#text-spacing. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Sets the widest text spacing of WCAG 1.4.12. A constructed sheet is used, because the policy of the site forbids others. */
export async function spaceOut(page: Page): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, SPACING);
}

/** Returns the texts that are cut off, or that are outside of the screen. */
export function narrowFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const element = node.parentElement;
      if (!node.data.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, select, .visually-hidden, [hidden]')) continue;
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      let cut = right > clientWidth + 1 || left < -1;
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue;
        const edge = box.getBoundingClientRect();
        const isTiny = edge.width <= 1 || edge.height <= 1;
        if (isTiny) cut = false;
        if (isTiny) break;
        cut ||= right > edge.right + 1 || left < edge.left - 1;
        cut ||= bottom > edge.bottom + 2 || top < edge.top - 2;
      }
      if (cut) found.push(node.data.trim().slice(0, 60));
    }
    return found;
  });
}

/** Returns the controls that are smaller than 44 px, except links inside a sentence. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, select, summary, textarea, input')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((control) => {
        // A radio button or a checkbox is tapped at its label.
        const isChoice = control instanceof HTMLInputElement && /radio|checkbox/.test(control.type);
        return isChoice ? (control.labels?.[0] ?? control) : control;
      })
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        if (width <= 1 || height <= 1) return false;
        const { display, clipPath } = getComputedStyle(target);
        const around = target.parentElement?.textContent?.trim() ?? '';
        const isInSentence = display === 'inline' && around.length > (target.textContent?.trim().length ?? 0);
        return !isInSentence && clipPath === 'none' && (width < 43.5 || height < 43.5);
      })
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return `${target.ariaLabel ?? target.textContent?.trim().slice(0, 40)}: ${Math.round(width)} x ${Math.round(height)}`;
      }),
  );
}
