import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text';
import { parseDay } from './day';
import { inRowSets, openMovingFile } from './moving-file';
import { MOVING_COLUMN_NAMES, movingSchedule, readMovingHeader } from './moving-in';
import { cycleDate } from './schedule';

describe('the first payment here', () => {
  test.each([
    ['three days ahead stays', '2026-11-23', 23, 1, '2026-11-23'],
    ['less than three days ahead moves one turn on', '2026-11-22', 22, 1, '2026-12-22'],
    ['in the past moves by whole turns', '2026-06-30', 31, 2, '2026-12-31'],
    ['keeps day 31 after a shorter month', '2026-11-30', 31, 1, '2026-11-30'],
  ] as const)('%s', (_, nextDate, paymentDay, frequency, expected) => {
    const plan = { nextDate: parseDay(nextDate), paymentDay, frequency };
    const { epoch, firstDate } = movingSchedule(plan, parseDay('2026-11-20'));
    expect([firstDate, cycleDate(epoch, 0), epoch.fromIndex]).toEqual([expected, expected, 0]);
  });
});

describe('a file', () => {
  const rowsOf = (text: string, after = 0) => [...(openMovingFile(text)?.rows(after) ?? [])];
  const TABLE = 'external_id,email,เขต\n1,a@example.test,"วัฒนา, กรุงเทพ"\n2,b@example.test,บางรัก\n';
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
  const ROWS = [
    [2, ['1', 'a@example.test', 'วัฒนา, กรุงเทพ']],
    [3, ['2', 'b@example.test', 'บางรัก']],
  ];

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TABLE}`)],
    ['UTF-16', utf16(TABLE)],
    [
      'UTF-16 with tabs',
      utf16(
        TABLE.replace('"วัฒนา, กรุงเทพ"', 'วัฒนา; กรุงเทพ')
          .replace(/,(?! )/g, '\t')
          .replace(';', ','),
      ),
    ],
    ['semicolons', Buffer.from(TABLE.replace(/,(?! )/g, ';'))],
    ['Windows line ends', Buffer.from(TABLE.replaceAll('\n', '\r\n'))],
    ['Windows-874', windows874(TABLE)],
  ])('in %s has the same rows', (_, bytes) => {
    expect(rowsOf(decodeText(bytes))).toEqual(ROWS);
  });

  test('goes on after a line, and has rows with a broken quote', () => {
    expect(rowsOf(TABLE, 2)).toEqual(ROWS.slice(1));
    expect(rowsOf('external_id,email\n1,"a\n2,b')).toEqual([
      [2, null],
      [3, ['2', 'b']],
    ]);
  });

  test('without names of columns is none, and lines about the file are passed over', () => {
    expect(openMovingFile('hello')).toBeNull();
    expect(rowsOf('my shop\n\nEmail;External ID\nx;1')).toEqual([[4, ['x', '1']]]);
  });

  test('with other names of columns is read from the widest line without persons and numbers', () => {
    const other = 'my shop\nMail,Kunde,Ort,Box,Datum\na@example.test,1001,Bangkok,day-pads,2026-12-31';
    expect(openMovingFile(other)?.header).toEqual(['Mail', 'Kunde', 'Ort', 'Box', 'Datum']);
    expect(rowsOf(other)).toHaveLength(1);
    expect(openMovingFile(other.split('\n')[2] ?? '')).toBeNull();
    expect(openMovingFile('subscription_status,billing_period,order_items', {}, true)).toBeNull();
  });

  test('is sent in sets', () => {
    expect([...inRowSets([1, 2, 3], 2)]).toEqual([[1, 2], [3]]);
  });
});

describe('the columns of a file', () => {
  const NEEDED = readMovingHeader([]).missing;
  const at = (...names: string[]) => readMovingHeader([...NEEDED, ...names]);

  test('are found by their names, or by the names that were chosen', () => {
    expect(readMovingHeader(['E-Mail', ' First Name'], { email: 'e mail' }).at).toEqual({
      email: 0,
      first_name: 1,
    });
    const own = readMovingHeader(['Mail', ...MOVING_COLUMN_NAMES], { external_id: 'Mail', points: '' }).at;
    expect([own.external_id, own.email, own.points]).toEqual([0, 2, undefined]);
  });

  test('may be one column for two', () => {
    expect(readMovingHeader(['mail'], { external_id: 'mail', email: 'mail' }).at).toEqual({
      external_id: 0,
      email: 0,
    });
  });

  test('are refused if a needed one is missing, a chosen one is gone, or two have one name', () => {
    expect(at()).toMatchObject({ missing: [], doubled: [] });
    expect(readMovingHeader(NEEDED.slice(1)).missing).toEqual([NEEDED[0]]);
    expect(readMovingHeader(NEEDED, { email: '' }).missing).toEqual(['email']);
    expect(readMovingHeader(NEEDED, { points: 'Bonus' }).missing).toEqual(['points']);
    expect(at('E-Mail').doubled).toEqual([]);
    expect(at('Email').doubled).toEqual(['email']);
  });
});

/** Encodes Thai text as Excel does on a Thai Windows. */
function windows874(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return code >= 0x0e01 ? code - 0x0e00 + 0xa0 : code;
  });
}
