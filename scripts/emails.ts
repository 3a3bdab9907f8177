import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES, type Locale } from '@/domain/locale';
import { previewsOf } from '@/emails/previews';
import { renderMessage, type RenderedMessage } from '@/emails/render';
import { MESSAGE_KINDS } from '@/emails/templates';

// Renders every message in both languages into shots/emails, with a contact sheet: open shots/emails/index.html.
const FOLDER = join(import.meta.dirname, '..', 'shots', 'emails');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function figure(file: string, locale: Locale, { subject, html }: RenderedMessage): string {
  return `<figure lang="${locale}">
  <figcaption><b>${escaped(subject)}</b><br><a href="${file}.html">${file}.html</a> · <a href="${file}.txt">text</a></figcaption>
  <iframe title="${escaped(subject)}" srcdoc="${escaped(html)}" onload="style.height=contentDocument.documentElement.scrollHeight+'px'"></iframe>
</figure>`;
}

function sheet(figures: string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Messages</title>
<style>
  body { margin: 24px; font: 14px/1.6 system-ui, sans-serif; background: #ddd }
  main { display: grid; grid-template-columns: repeat(auto-fill, 360px); gap: 32px; align-items: start }
  figure { margin: 0 } figcaption { min-height: 4.8em } iframe { width: 360px; border: 0; background: #fff }
</style><main>${figures.join('\n')}</main></html>`;
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const figures: string[] = [];
for (const kind of MESSAGE_KINDS) {
  for (const [face, payload] of previewsOf(kind)) {
    for (const locale of LOCALES) {
      const message = await renderMessage(kind, payload, locale);
      const file = [kind, face, locale].join('.').replaceAll(' ', '-');
      await writeFile(join(FOLDER, `${file}.html`), message.html);
      await writeFile(join(FOLDER, `${file}.txt`), `${message.subject}\n\n${message.text}`);
      figures.push(figure(file, locale, message));
    }
  }
}
await writeFile(join(FOLDER, 'index.html'), sheet(figures));
console.log(`${figures.length} messages in ${FOLDER}`);
