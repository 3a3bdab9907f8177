import { expect, type Page } from '@playwright/test';

/** The narrowest screen of WCAG 2.2 (reflow), https://www.w3.org/TR/WCAG22/#reflow. */
const NARROW = { width: 320, height: 640 };

/** The text spacing that a reader may set, https://www.w3.org/TR/WCAG22/#text-spacing. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** The largest root font that the site supports, as WCAG 2.2 asks, https://www.w3.org/TR/WCAG22/#resize-text. */
const LARGE_FONT = '200%';

/** Returns the width of the page if it is wider than the screen, and the innermost elements that reach beyond it. */
const sidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
    const wide = [...document.body.querySelectorAll('*')].filter(isWide);
    const innermost = wide.filter((element) => ![...element.children].some(isWide)).slice(0, 5);
    const said = innermost.map(({ tagName, className, textContent }) =>
      [tagName.toLowerCase(), String(className), textContent?.trim().slice(0, 40)].join(' '),
    );
    return [`the page is ${scrollWidth} px wide`, ...said];
  });

/**
 * Returns the texts that are cut off, or that are outside of the screen, with the widest text spacing. A constructed
 * sheet sets it, because the policy of the site forbids others.
 */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((rules) => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(rules);
    const sheets = [...document.adoptedStyleSheets];
    document.adoptedStyleSheets = [...sheets, spacing];
    const found: string[] = [];
    const isScrolled = (from: Element | null): boolean =>
      from !== null &&
      (/auto|scroll/.test(getComputedStyle(from).overflowX) || isScrolled(from.parentElement));
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const element = node.parentElement;
      if (!node.data.trim() || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, select, textarea, .visually-hidden, [hidden]')) continue;
      if (isScrolled(element)) continue;
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      let cut = right > document.documentElement.clientWidth + 1 || left < -1;
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
    document.adoptedStyleSheets = sheets;
    return found;
  }, SPACING);
}

/** Returns the controls that are smaller than 44 px, except links inside a sentence. */
function smallTargets(page: Page): Promise<string[]> {
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

/** The path of the API documentation, which is read by programmers at a desk. */
const API_DOCS = '/api/docs';

/**
 * Expects that the page does not scroll sideways. On a phone, repeats this on a screen of 320 px. There it also expects
 * that each control is large enough for a finger, and that no text is cut off with the widest text spacing.
 */
export async function expectFits(page: Page, name: string): Promise<void> {
  expect(await sidewaysScroll(page), `${name}: no sideways scroll`).toEqual([]);
  const before = page.viewportSize();
  if (!before || before.width > 360) return;
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.setViewportSize(NARROW);
  expect.soft(await sidewaysScroll(page), `${name}: no sideways scroll at 320 px`).toEqual([]);
  if (new URL(page.url()).pathname !== API_DOCS)
    expect.soft(await smallTargets(page), `${name}: targets of 44 px`).toEqual([]);
  expect.soft(await cutTexts(page), `${name}: text inside the screen`).toEqual([]);
  await page.setViewportSize(before);
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), scrolled);
}

/** Expects that the page does not scroll sideways with the largest root font. */
export async function expectFitsLargeFont(page: Page, name: string): Promise<void> {
  const setRootFont = (size: string) =>
    page.evaluate((to) => void (document.documentElement.style.fontSize = to), size);
  await setRootFont(LARGE_FONT);
  const found = await sidewaysScroll(page);
  await setRootFont('');
  expect.soft(found, `${name}: no sideways scroll at a root font of ${LARGE_FONT}`).toEqual([]);
}
