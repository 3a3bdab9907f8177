// poppler (Debian: poppler-utils) reads the receipts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEqual, checkTrue } from './place.mjs';
import { receipts } from './receipts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'poppler-'));
for (const { locale, words, bytes } of await receipts()) {
  const file = join(folder, `${locale}.pdf`);
  writeFileSync(file, bytes);
  const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' });
  for (const args of [[], ['-layout'], ['-raw']]) {
    const text = run('pdftotext', ...args, file, '-');
    for (const word of words) checkTrue(`${locale} ${args}: a search finds ${word}`, text.includes(word));
  }
  const raw = run('pdftotext', '-raw', file, '-');
  const places = words.map((word) => raw.indexOf(word));
  checkEqual(
    `${locale}: the reading order`,
    places,
    [...places].sort((a, b) => a - b),
  );
  checkTrue(`${locale}: tagged`, /Tagged:\s+yes/.test(run('pdfinfo', file)));
  const structure = run('pdfinfo', '-struct-text', file);
  for (const tag of ['Document', 'H1', 'Table', 'TR', 'TH', 'TD'])
    checkTrue(`${locale}: the tag ${tag}`, new RegExp(`^\\s*${tag}\\b`, 'm').test(structure));
  for (const word of words) checkTrue(`${locale}: the structure contains ${word}`, structure.includes(word));
}
