import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import type { Locale } from '@/domain/locale';
import { MESSAGE_KINDS, previewsOf } from '@/emails/messages';
import { renderMessage } from '@/emails/render';

/** The screenshots of each sheet, by the names that the walks give them. */
const SHEETS = {
  phone: [
    'home-first-screen',
    'register-1-filled',
    'register-4',
    'confirmation-paid',
    'account-active',
    'contents-chosen',
    'rhythm-day',
    'pause',
    'cancel',
    'reactivate-now',
    'details-address-fee',
    'cards',
  ],
  more: [
    'how-it-works',
    'plans',
    'products',
    'faq-open',
    'log-in',
    'magic-link-sent',
    'pay',
    'pending-window',
    'order-nine',
    'rewards-friends',
    'redeem-chosen',
    'invite',
  ],
} as const;

const CELL = { width: 270, height: 640, gap: 16 };
const FOLDER = 'docs/screens';

/**
 * Creates two sheets with the main screens of one language and a third with all messages.
 * @param from the folder with the phone screenshots
 */
export async function contactSheets(browser: Browser, from: string, locale: Locale): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, shots] of Object.entries(SHEETS)) {
    const files = shots.map((shot) => `${from}/${shot}.png`);
    // Skips a sheet whose screenshots are incomplete, to keep its last complete version.
    if (!files.every((file) => existsSync(file))) continue;
    const pictures = files.map((file) => readFileSync(file));
    await lay(browser, pictures, 2, `${FOLDER}/${name}-${locale}.jpg`);
  }
  await lay(browser, await messages(browser, locale), 3, `${FOLDER}/messages-${locale}.jpg`);
}

/** Returns a picture of the start of every message, as a phone shows the mail. */
async function messages(browser: Browser, locale: Locale): Promise<Buffer[]> {
  const width = 375;
  const height = Math.round((width / CELL.width) * CELL.height);
  const page = await browser.newPage({ viewport: { width, height } });
  const pictures: Buffer[] = [];
  for (const kind of MESSAGE_KINDS) {
    const [[, payload] = []] = previewsOf(kind);
    if (!payload) continue;
    await page.setContent((await renderMessage(kind, payload, locale)).html);
    pictures.push(await page.screenshot());
  }
  await page.close();
  return pictures;
}

async function lay(browser: Browser, pictures: Buffer[], rows: number, to: string): Promise<void> {
  const cells = pictures.map(
    (
      picture,
    ) => `<div style="width:${CELL.width}px;height:${CELL.height}px;overflow:hidden;border-radius:12px;background:#fbf6f2">
      <img style="width:100%;display:block" src="data:image/png;base64,${picture.toString('base64')}"></div>`,
  );
  const columns = Math.ceil(pictures.length / rows);
  const page = await browser.newPage({
    viewport: {
      width: columns * (CELL.width + CELL.gap) + CELL.gap,
      height: rows * (CELL.height + CELL.gap) + CELL.gap,
    },
  });
  await page.setContent(`<body style="margin:${CELL.gap}px;display:grid;gap:${CELL.gap}px;background:#6b5a55;
    grid-template-columns:repeat(${columns},${CELL.width}px)">${cells.join('')}</body>`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: to, type: 'jpeg', quality: 74 });
  await page.close();
}
