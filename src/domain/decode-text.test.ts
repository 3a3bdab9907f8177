import { expect, test } from 'vitest';
import { decodeText } from './decode-text';

const TEXT = 'วันที่,amount';
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16, low byte first', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16, high byte first', bigEndian(`\uFEFF${TEXT}`)],
  ['Windows-874', Buffer.from([0xc7, 0xd1, 0xb9, 0xb7, 0xd5, 0xe8, ...Buffer.from(',amount')])],
])('reads a file in %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

test.each([
  ['low', Buffer.from('date', 'utf16le')],
  ['high', bigEndian('date')],
])('recognises UTF-16 without a mark by its zero bytes, %s byte first', (_, bytes) => {
  expect(decodeText(bytes)).toBe('date');
});

test('reads an empty file as an empty text', () => {
  expect(decodeText(new Uint8Array())).toBe('');
});
