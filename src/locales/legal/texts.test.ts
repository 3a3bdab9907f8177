import { describe, expect, test } from 'vitest';
import type { LegalText } from './shape';
import { fillIn } from './shape';
import { LEGAL_TEXTS } from './texts';

const sentences = ({ title, description, lead, sections }: LegalText) => [
  ...[title, description, lead],
  ...sections.flatMap((section) => [section.title, ...section.parts.flat()]),
];
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe.each(Object.entries(LEGAL_TEXTS))('%s', (_name, { en, th }) => {
  test('has the same sections, paragraphs and lists in both languages, about the same numbers', () => {
    expect(th.sections.map(({ id }) => id)).toEqual(en.sections.map(({ id }) => id));
    for (const [at, section] of en.sections.entries()) {
      const other = th.sections[at]?.parts.map((part) => (typeof part === 'string' ? 1 : part.length));
      expect(other, section.id).toEqual(
        section.parts.map((part) => (typeof part === 'string' ? 1 : part.length)),
      );
    }
    expect(sentences(th).map(placeholders)).toEqual(sentences(en).map(placeholders));
  });

  test('names the seller and the contact address', () => {
    for (const text of [en, th])
      expect(sentences(text).flatMap(placeholders)).toEqual(expect.arrayContaining(['contact', 'seller']));
  });

  test('has no unfilled placeholder', () => {
    for (const sentence of [...sentences(en), ...sentences(th)]) {
      expect(sentence.trim()).not.toBe('');
      expect(sentence).not.toMatch(/TODO|TBD|lorem|\[.*\]|!|[๐-๙]/i);
    }
    const ids = en.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('fillIn replaces named placeholders only', () => {
  expect(fillIn('{a} of {b}, {c}', { a: 1, b: 'two' })).toBe('1 of two, {c}');
});
