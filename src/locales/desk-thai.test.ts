import { expect, test } from 'vitest';
import * as th from './th';
import { flatten } from './words';

/** Names that have no Thai form: products of others, and what a member types. */
const NAMES = /\b(LINE|VAT|CSV|PDF|A4|Omise|Excel|Flash|Kerry|TH\d+|ord_|ira)\b/g;

test('the desk’s list and parcels speak Thai without an English word', () => {
  const { deskToday, deskParcels } = th;
  const sentences = flatten({ deskToday, deskParcels });
  const english = Object.entries(sentences).filter(([, text]) =>
    /[A-Za-z]{2,}/.test(
      text
        .replace(/\{\w+\}/g, '')
        .replace(NAMES, '')
        .replace(/\b7KQ2M4XB\b/, ''),
    ),
  );
  expect(english).toEqual([]);
});
