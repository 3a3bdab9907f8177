import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { DOCUMENT_KINDS, documentNumber } from '@/domain/document';
import { LOCALES, type Locale } from '@/domain/locale';
import { DISCREET_IMAGE, discreetMetadata } from '@/locales/metadata';
import { translate, type WordKey } from '@/locales/translate';
import * as en from '@/locales/en';
import { flatten } from '@/locales/words';
import { expectTellsNothing } from '@/testing/telling-words';

/*
 * A bystander can read these texts: on a locked phone, in a list of mails or chats, in a tab, a browser history, a
 * folder of downloads, a statement of a bank, or on a parcel. Pages, titles, documents and adapters are found, not
 * listed. render.test.tsx and render-line.test.ts check every message.
 */

/** Returns the paths of all files below a folder whose name matches. */
function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path));
}

/** The folders of public pages, which are about the products. All other pages are private. */
const PUBLIC = /\(public\)/;
const PAGES = filesBelow('src/app', /(^|\/)page\.tsx$/).filter((path) => !PUBLIC.test(path));
const PUBLIC_TEXTS = /^(site|pages|faq|legal|box|plans|products|privacy|terms|quiz|guide|about)\./;

const metadataOf = (source: string) => /function generateMetadata[\s\S]*?\n}\n/.exec(source)?.[0] ?? '';
/** Returns the keys of the title and description of a page: those of its own function, or of a shared one. */
const keysIn = (source: string) =>
  [
    ...metadataOf(source).matchAll(/\bt\(\s*'([^']+)'/g),
    ...source.matchAll(/(?:personal|secretLink)Metadata\((?:\s*['\w/-]+,)?\s*'([^']+)',?\s*\)/g),
  ].map(([, key]) => key as WordKey);
const inBoth = (key: WordKey) => LOCALES.map((locale: Locale) => translate(locale, key)).join('\n');

describe('no word tells what is sold', () => {
  test('in the title and description of a private page', () => {
    expect(PAGES.length).toBeGreaterThan(30);
    const keys = PAGES.flatMap((path) => keysIn(readFileSync(path, 'utf8')));
    expect(keys.length).toBeGreaterThan(30);
    for (const key of keys) expectTellsNothing(key, inBoth(key));
  });

  test('in a text that is named a title outside the public pages', () => {
    const titles = Object.keys(flatten(en)).filter((key) => /title$/i.test(key) && !PUBLIC_TEXTS.test(key));
    expect(titles.length).toBeGreaterThan(50);
    for (const key of titles as WordKey[]) expectTellsNothing(key, inBoth(key));
  });

  test('in the preview of a payment link or another private link, which shows no product either', () => {
    for (const locale of LOCALES) {
      const { openGraph } = discreetMetadata(locale);
      expectTellsNothing('preview', JSON.stringify(openGraph));
      expect(openGraph.images.map(({ url }) => url)).toEqual([DISCREET_IMAGE]);
    }
    const links = PAGES.filter((path) => path.includes('[token]') || path.includes('[code]'));
    expect(links.length).toBeGreaterThan(1);
    for (const path of links)
      expect([path, readFileSync(path, 'utf8')].join()).toMatch(/(discreet|secretLink)Metadata\(/);
  });

  test('in an invitation', () => {
    for (const key of [
      'rewards.invite.message',
      'rewards.landing.heading',
      'rewards.landing.preview',
    ] as const)
      expectTellsNothing(key, inBoth(key));
  });

  test('in the file name of a document', () => {
    for (const kind of DOCUMENT_KINDS) {
      const issuedOn = parseDay('2026-11-20');
      expectTellsNothing(kind, `${documentNumber({ kind, number: 1, issuedOn })}.pdf`);
    }
  });

  test('in a text that the card gateway, LINE or the fulfilment service gets from an adapter', () => {
    const adapters = ['omise', 'line', 'mycloud'].flatMap((name) =>
      filesBelow(`src/server/gateways/${name}`, /(?<!\.test)\.ts$/),
    );
    expect(adapters.length).toBeGreaterThan(5);
    for (const path of adapters) {
      const texts = readFileSync(path, 'utf8')
        .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, '')
        .match(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g);
      expectTellsNothing(path, (texts ?? []).join('\n'));
    }
  });
});
