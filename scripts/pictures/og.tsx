/**
 * Draws public/og/<locale>.png, public/og/<product code>.png and the icons. Run `npm run task -- og` after a change of the site's art
 * or of this file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { OpenBoxArt } from '@/components/art/box';
import { PACK_WIDTH, PackShape } from '@/components/art/pack';
import { Wordmark } from '@/components/art/wordmark';
import { Phrases } from '@/components/values';
import { LOCALES, type Locale } from '@/domain/locale';
import { PRODUCT_CODES } from '@/domain/product';
import { translate } from '@/locales/translate';
import { ensureBrowser } from '../start/browser.mjs';

const PICTURED = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'light-day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

const font = (subset: string) => {
  const file = readFileSync(`src/fonts/anuphan-${subset}-wght-normal.woff2`).toString('base64');
  return `@font-face{font-family:${subset};font-weight:100 700;src:url(data:font/woff2;base64,${file})}`;
};

const style = `${font('thai')}${font('latin')}
  body{margin:0;background:#f6e3df;color:#2b1f1d;font-family:thai,latin;font-synthesis:none}
  main{display:grid;grid-template-columns:560px 1fr;align-items:center;width:1200px;height:630px}
  .words{padding-left:80px}
  .mark{width:120px;color:#96262c;margin-bottom:36px}
  h1{margin:0;font-size:58px;line-height:1.25;font-weight:600;text-wrap:balance}
  h1:lang(th){line-height:1.5;font-size:52px}
  .keep{white-space:nowrap}
  .box{width:600px}`;

function card(locale: Locale): string {
  return renderToStaticMarkup(
    <html lang={locale}>
      <body>
        <style>{style}</style>
        <main>
          <div className="words">
            <Wordmark className="mark" />
            <h1>
              <Phrases text={translate(locale, 'site.hero.title')} locale={locale} />
            </h1>
          </div>
          <OpenBoxArt items={PICTURED} className="box" />
        </main>
      </body>
    </html>,
  );
}

/** A pack on the site's background, as a square. */
function picture(code: string): string {
  return renderToStaticMarkup(
    <svg viewBox={`${-PACK_WIDTH} -132 ${2 * PACK_WIDTH} 144`} width="800" height="800">
      <PackShape code={code} />
    </svg>,
  );
}

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const locale of LOCALES) {
  await page.setContent(`<!doctype html>${card(locale)}`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `public/og/${locale}.png` });
}
await page.setViewportSize({ width: 800, height: 800 });
for (const code of PRODUCT_CODES) {
  await page.setContent(`<style>body{margin:0;background:#f6e3df}</style>${picture(code)}`);
  await page.screenshot({ path: `public/og/${code}.png` });
}
// Without its round corners: the systems that install it cut their own.
const icon = readFileSync('public/icon.svg', 'utf8').replace('rx="15"', '');
for (const [size, file] of [
  [180, 'apple-icon'],
  [192, 'og/icon-192'],
  [512, 'og/icon-512'],
] as const) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vw}</style>${icon}`);
  writeFileSync(`public/${file}.png`, await page.screenshot());
}
await browser.close();
