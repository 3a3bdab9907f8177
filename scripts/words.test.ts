import { expect, test } from 'vitest';
import { refusedWords } from './words.mjs';

const wordsOf = (text: string) => refusedWords('some.tsx', text).map(({ line, word }) => `${line} ${word}`);

test.each([
  ['a comment', 'const a = 1; // the door', ['1 door']],
  [
    'a docstring of several lines',
    '/**\n * Reads.\n * The rung of the ladder.\n */\nlet a;',
    ['3 rung', '3 ladder'],
  ],
  ['a comment before a closing brace', 'function f() {\n  return 1;\n  // it lapses\n}', ['3 lapses']],
  ['a comment in JSX', 'const a = <p>{/* their wish */}</p>;', ['1 wish']],
  ['the title of a test', "test('is told', () => {});", ['1 told']],
  ['the title of a table of tests', "test.each([[1]])('tells nobody %s', () => {});", ['1 nobody']],
  ['the title of a group with values', 'describe(`whoever has ${x}`, () => {});', ['1 whoever']],
  ['the name of a log event', "ctx.log.warn('link.gone', {});", ['1 gone']],
  ['an invariant by another name', '// The promises of the books hold.', ['1 promises', '1 books']],
])('refuses figurative words in %s', (_where, text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test.each([
  ['longer words', '// The warehouse booked a housing for the dooryard and the showroom.'],
  ['technical terms', '// House number; keep-alive; dead letter; dead code; encrypted at rest.'],
  ['JavaScript promises', '// A Promise; a promise; the promise that rejects.'],
  ['quoted code and addresses', '// Sets `door` as https://example.org/door says.'],
  ['strings, names and text of pages', "const door = 'nobody'; const a = <p>// nobody</p>;"],
  [
    'arguments that are no title',
    "skip('nobody'); logs.info('door'); test('charges once', { tag: 'door' }, f);",
  ],
])('accepts %s', (_what, text) => {
  expect(wordsOf(text)).toEqual([]);
});
