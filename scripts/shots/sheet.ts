import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const MAIN = [
  'home-first-screen',
  'register-1-filled',
  'register-4',
  'confirmation-paid',
  'account-active',
  'orders-receipt',
  'change-box-chosen',
  'change-payment-day',
  'cancel',
  'reactivate-now',
  'details-address-fee',
  'cards',
];
const CELL = { width: 270, height: 640, gap: 16 };

/** The main screens of one language on one sheet, for docs/screens. `from` holds the pictures of a phone. */
export async function contactSheet(browser: Browser, from: string, to: string): Promise<void> {
  const pictures = MAIN.map((name) => `${from}/${name}.png`).filter((file) => existsSync(file));
  if (pictures.length === 0) return;
  const cells = pictures.map((file) => {
    const data = readFileSync(file).toString('base64');
    return `<div style="width:${CELL.width}px;height:${CELL.height}px;overflow:hidden;border-radius:12px;background:#fbf6f2">
      <img style="width:100%;display:block" src="data:image/png;base64,${data}"></div>`;
  });
  const columns = Math.ceil(pictures.length / 2);
  const page = await browser.newPage({
    viewport: {
      width: columns * (CELL.width + CELL.gap) + CELL.gap,
      height: 2 * (CELL.height + CELL.gap) + CELL.gap,
    },
  });
  await page.setContent(`<body style="margin:${CELL.gap}px;display:grid;gap:${CELL.gap}px;background:#6b5a55;
    grid-template-columns:repeat(${columns},${CELL.width}px)">${cells.join('')}</body>`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  mkdirSync(to.replace(/\/[^/]*$/, ''), { recursive: true });
  await page.screenshot({ path: to, type: 'jpeg', quality: 82 });
  await page.close();
}
