import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Frame, type Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

interface Axe {
  run: (options: object) => Promise<{ violations: Violation[] }>;
}

/** Set by `npm run test:deep`. Otherwise a Thai screen is not checked for violations: it has those of the English one. */
const isDeep = process.env.TEST_DEEP === '1';

/** The folder for screenshots: E2E_SCREENS=some/folder. */
const screens = process.env.E2E_SCREENS;

/**
 * Expects an accessible screen: no serious or critical violation of WCAG 2.x A and AA, also in the card form's frame, and
 * no horizontal scrolling.
 * @param name names the screen in a failure and its screenshot
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // After a soft navigation the title arrives slightly later than the content.
  await expect(page).toHaveTitle(/\S/);
  await page.evaluate(() => document.fonts.ready);
  await Promise.all(page.frames().map((frame) => frame.waitForLoadState()));
  if (screens) await page.screenshot({ path: join(screens, `${name}.png`), fullPage: true });
  if (isDeep || !name.endsWith('-th')) {
    const found = await Promise.all(page.frames().map(violationsIn));
    expect(found.flat(), `${name}: accessible`).toEqual([]);
  }
  const { content, shown } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(content, `${name}: no sideways scroll`).toBeLessThanOrEqual(shown);
}

/**
 * Returns the violations that axe finds in one frame. It evaluates axe, because the site's policy forbids adding a script.
 * Sticky elements are released meanwhile: scrolling uncovers what they cover, which axe cannot know.
 */
async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(`{ ${axe}; }`);
  const violations = await frame.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: Axe }).axe;
    const sticky = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => getComputedStyle(element).position === 'sticky',
    );
    for (const element of sticky) element.style.position = 'static';
    const found = await run({
      runOnly: { type: 'tag', values },
      iframes: false,
      resultTypes: ['violations'],
    });
    for (const element of sticky) element.style.position = '';
    return found.violations;
  }, RULES);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}\n${node.failureSummary}`),
    );
}
