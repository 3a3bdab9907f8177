/**
 * Draws the pictures of the rich menus. Run `npm run task -- menus` after a change of their words, cells or of this file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { CHAT_STATES, type ChatState } from '@/domain/line-answer';
import { MENU_SIZE, menuCells, type MenuTap } from '@/domain/line-menu';
import { LOCALES, type Locale } from '@/domain/locale';
import { menuLabel, menuLabels } from '@/emails/line-answer';
import { ensureBrowser } from '../start/browser.mjs';

const FOLDER = 'src/server/subscriber/line-chat/menus';

const font = (subset: string) => {
  const file = readFileSync(`src/fonts/anuphan-${subset}-wght-normal.woff2`).toString('base64');
  return `@font-face{font-family:${subset};font-weight:100 700;src:url(data:font/woff2;base64,${file})}`;
};

const STYLE = `${font('thai')}${font('latin')}
  body{margin:0;background:#e7dcd4;color:#2b1f1d;font-family:thai,latin;font-synthesis:none}
  main{position:relative;width:${MENU_SIZE.width}px;height:${MENU_SIZE.height}px}
  section{position:absolute;box-sizing:border-box;border:2px solid #e7dcd4;background:#fbf6f2;display:flex;flex-direction:column;
    align-items:center;justify-content:center;gap:28px;text-align:center}
  section.first{background:#96262c;color:#fff}
  svg{width:120px;height:120px;fill:none;stroke:#96262c;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
  .first svg{stroke:#fff}
  p{margin:0;font-size:54px;line-height:1.4;font-weight:600;padding:0 16px}`;

/** The drawings, as paths of a field of 24 by 24. */
const DRAWINGS: Record<string, string> = {
  next: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  skip: 'M5 6l8 6-8 6zM18 6v12',
  move: 'M4 7h16v13H4zM4 11h16M8 4v4M16 4v4M9 15.5h6m-2-2 2 2-2 2',
  box: 'M4 10h16v10H4zM4 10l2.5-5h11L20 10M9 14h6',
  track:
    'M3 7h11v9H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  points: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z',
  pay: 'M3 6.5h18v11H3zM3 10h18M6 14.5h4',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M9.7 9.6a2.4 2.4 0 1 1 3.4 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.2',
  person: 'M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5',
  connect: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  signUp: 'M12 5v14M5 12h14',
  how: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
};

const drawingOf = (tap: MenuTap) => DRAWINGS['asks' in tap ? tap.asks : tap.opens] ?? '';

const draw = (state: ChatState, locale: Locale) =>
  renderToStaticMarkup(
    <html lang={locale}>
      <body>
        <style>{STYLE}</style>
        <main>
          {menuCells(state).map(({ tap, bounds: { x, y, width, height } }, at) => (
            <section key={at} className={at === 0 ? 'first' : ''} style={{ left: x, top: y, width, height }}>
              <svg viewBox="0 0 24 24">
                <path d={drawingOf(tap)} />
              </svg>
              <p>{menuLabel(tap, locale)}</p>
            </section>
          ))}
        </main>
      </body>
    </html>,
  );

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: MENU_SIZE });
for (const state of CHAT_STATES)
  for (const locale of LOCALES) {
    await page.setContent(`<!doctype html>${draw(state, locale)}`);
    await page.evaluate(() => document.fonts.ready);
    writeFileSync(`${FOLDER}/${state}-${locale}.png`, await page.screenshot());
  }
writeFileSync(`${FOLDER}/labels.json`, `${JSON.stringify(menuLabels(), null, 2)}\n`);
await browser.close();
