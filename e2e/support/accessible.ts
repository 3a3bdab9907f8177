import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Frame, type Page } from '@playwright/test';
import { isDeep } from './environment';
import { expectFits } from './narrow';
import { locale } from './words';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const TITLE = /^document-title:/;

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

interface Axe {
  run: (options: object) => Promise<{ violations: Violation[] }>;
}

// Thai screens have the structure of the English ones. They are checked by `npm run test:deep`.
const isChecked = () => isDeep || locale() !== 'th';

/**
 * Expects that the screen has no violation of WCAG 2.x A and AA (with its target sizes), also inside the card
 * form's frame, and that its texts and controls fit the screen (`expectFits`).
 * @param screen name of the screen in failures
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const name = `${test.info().project.name}-${screen}-${locale()}`;
  // After a client-side navigation the title changes slightly later than the content.
  await expect(page).toHaveTitle(/\S/);
  await page.evaluate(() => document.fonts.ready);
  await Promise.all(page.frames().map((frame) => frame.waitForLoadState()));
  if (isChecked()) {
    const found = await Promise.all(
      page.frames().map(async (frame) => {
        const violations = await violationsIn(frame);
        // Between two pages the router takes the old title out before it sets the new one.
        return frame === page.mainFrame() ? violations.filter((one) => !TITLE.test(one)) : violations;
      }),
    );
    expect(found.flat(), `${name}: accessible`).toEqual([]);
    await expect(page, `${name}: has a title`).toHaveTitle(/\S/);
  }
  await expectFits(page, name);
}

/**
 * Returns the violations that axe finds in a frame. Evaluates the code of axe, because the site's policy
 * forbids additional scripts. Sticky elements do not stick during the check, because axe would report the
 * elements that they cover.
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
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}\n${node.failureSummary}`),
  );
}
