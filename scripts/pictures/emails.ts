import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { LOCALES, type Locale } from '@/domain/locale';
import { mayGoByLine, MESSAGE_KINDS, previewsOf } from '@/emails/messages';
import { renderMessage, type RenderedMessage } from '@/emails/render';
import { renderLineMessage, type LineMessage } from '@/emails/render-line';
import { FLEX_STYLE, flexHtml } from '@/sandbox/line/flex-html';
import { ensureBrowser } from '../start/browser.mjs';

// Renders every message in both languages to shots/emails: as HTML, as text, and as a picture of a phone.
// Also creates the overviews index.html (mails) and line.html (LINE messages).
const FOLDER = join(import.meta.dirname, '../..', 'shots', 'emails');

/** Places for questions, so that the pictures show the lines that a shop with them has. */
const HELP = { email: 'hello@ira.example', line: '@ira', seller: 'ira Example Co., Ltd.' };

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function figure(file: string, locale: Locale, { subject, html }: RenderedMessage): string {
  return `<figure lang="${locale}">
  <figcaption><b>${escaped(subject)}</b><br><a href="${file}.html">${file}.html</a> · <a href="${file}.txt">text</a></figcaption>
  <iframe title="${escaped(subject)}" srcdoc="${escaped(html)}" onload="style.height=contentDocument.documentElement.scrollHeight+'px'"></iframe>
</figure>`;
}

function bubble(file: string, locale: Locale, { altText, contents }: LineMessage): string {
  return `<figure lang="${locale}"><figcaption><b>${escaped(altText)}</b><br>${file}</figcaption>${flexHtml(contents).html}</figure>`;
}

function sheet(figures: string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Messages</title>
<style>
  body { margin: 24px; font: 14px/1.6 system-ui, sans-serif; background: #ddd }
  main { display: grid; grid-template-columns: repeat(auto-fill, 360px); gap: 32px; align-items: start }
  figure { margin: 0 } figcaption { min-height: 4.8em } iframe { width: 360px; border: 0; background: #fff }
  * { box-sizing: border-box } ${FLEX_STYLE}
</style><main>${figures.join('\n')}</main></html>`;
}

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
});
const phone = await browser.newPage({ viewport: { width: 375, height: 640 } });

async function picture(html: string, name: string): Promise<void> {
  await phone.setContent(html);
  await phone.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const figures: string[] = [];
const bubbles: string[] = [];
for (const kind of MESSAGE_KINDS) {
  for (const [face, payload] of previewsOf(kind)) {
    for (const locale of LOCALES) {
      const message = await renderMessage(kind, payload, locale, HELP);
      const file = [kind, face, locale].join('.').replaceAll(' ', '-');
      await writeFile(join(FOLDER, `${file}.html`), message.html);
      await writeFile(join(FOLDER, `${file}.txt`), `${message.subject}\n\n${message.text}`);
      await picture(message.html, file);
      figures.push(figure(file, locale, message));
      if (!mayGoByLine(kind)) continue;
      const shown = bubble(file, locale, renderLineMessage(kind, payload, locale));
      await picture(sheet([shown]), `${file}.line`);
      bubbles.push(shown);
    }
  }
}
await browser.close();
await writeFile(join(FOLDER, 'index.html'), sheet(figures));
await writeFile(join(FOLDER, 'line.html'), sheet(bubbles));
console.log(`${figures.length} messages, ${bubbles.length} of them for LINE, in ${FOLDER}`);
