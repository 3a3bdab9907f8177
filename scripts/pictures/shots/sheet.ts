import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import type { Locale } from '@/domain/locale';
import { MESSAGE_KINDS, previewsOf } from '@/emails/messages';
import { renderMessage } from '@/emails/render';
import { JOURNEYS } from './paying';

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

/** The width and height of a picture in a sheet, and the space between two, in px. */
interface Cell {
  width: number;
  height: number;
  gap: number;
}
const CELL: Cell = { width: 270, height: 640, gap: 16 };
/** The cells of a sheet of journeys by the width of its screenshots. A journey is a row. */
const JOURNEY_CELLS: Record<number, Cell> = {
  360: { width: 216, height: 470, gap: 12 },
  1280: { width: 400, height: 282, gap: 12 },
};
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

/** Creates a sheet of the journeys of paying for each width of which all screenshots exist. */
export async function journeySheets(browser: Browser, from: string, locale: Locale): Promise<void> {
  const columns = Math.max(...Object.values(JOURNEYS).map((shots) => shots.length));
  for (const [width, cell] of Object.entries(JOURNEY_CELLS)) {
    const folder = `${from}/${locale}-${width}`;
    const rows = Object.values(JOURNEYS).map((shots) => shots.map((shot) => `${folder}/${shot}.png`));
    if (!rows.flat().every((file) => existsSync(file))) continue;
    const pictures = rows.flatMap((row) => [
      ...row.map((file) => readFileSync(file)),
      ...Array.from({ length: columns - row.length }, () => null),
    ]);
    await lay(browser, pictures, rows.length, `${FOLDER}/paying-${width}-${locale}.jpg`, cell);
  }
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

/** Lays pictures out in rows. An absent picture leaves its place empty. */
async function lay(
  browser: Browser,
  pictures: (Buffer | null)[],
  rows: number,
  to: string,
  cell = CELL,
): Promise<void> {
  const cells = pictures.map((picture) =>
    picture === null
      ? '<div></div>'
      : `<div style="width:${cell.width}px;height:${cell.height}px;overflow:hidden;border-radius:12px;background:#fbf6f2">
      <img style="width:100%;display:block" src="data:image/png;base64,${picture.toString('base64')}"></div>`,
  );
  const columns = Math.ceil(pictures.length / rows);
  const page = await browser.newPage({
    viewport: {
      width: columns * (cell.width + cell.gap) + cell.gap,
      height: rows * (cell.height + cell.gap) + cell.gap,
    },
  });
  await page.setContent(`<body style="margin:${cell.gap}px;display:grid;gap:${cell.gap}px;background:#6b5a55;
    grid-template-columns:repeat(${columns},${cell.width}px)">${cells.join('')}</body>`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: to, type: 'jpeg', quality: 74 });
  await page.close();
}
