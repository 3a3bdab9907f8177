// pdf.js reads the receipts: search, reading order, language and tags.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { checkEqual, checkTrue } from './place.mjs';
import { receipts } from './receipts.mjs';

const rolesOf = (node) => [
  node.role,
  ...(node.children ?? []).flatMap((child) => (child.role ? rolesOf(child) : [])),
];

for (const { locale, words, bytes } of await receipts()) {
  const pdf = await getDocument({ data: bytes, verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const { items, lang } = await page.getTextContent();
  const text = items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
  checkEqual(`${locale}: the language`, lang, locale);
  for (const word of words) checkTrue(`${locale}: a search finds ${word}`, text.includes(word));
  const places = words.map((word) => text.indexOf(word));
  checkEqual(
    `${locale}: the reading order`,
    places,
    [...places].sort((a, b) => a - b),
  );
  const roles = rolesOf(await page.getStructTree());
  for (const role of ['Document', 'H1', 'Table', 'TR', 'TH', 'TD', 'P'])
    checkTrue(`${locale}: the tag ${role}`, roles.includes(role));
  checkTrue(`${locale}: marked as tagged`, (await pdf.getMarkInfo()).Marked);
}
