import { describe, expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { movingCells } from '@/testing/moving';
import { readMovingRow, type MovingCells, type MovingProducts } from './moving-in';

const product = (code: string, nameTh: string, active = true) =>
  ({
    code,
    nameEn: code.replace('-', ' '),
    nameTh,
    active,
    contents: [],
    listPrice: 14900,
  }) as unknown as MovingProducts['products'][number];
const CATALOGUE: MovingProducts = {
  products: [
    product('day-pads', 'กลางวัน'),
    product('night-pads', 'กลางคืน'),
    product('old-pads', 'เก่า', false),
  ],
  provinces: new Map([['10110', ['Bangkok', 'กรุงเทพมหานคร']]]),
};
const read = (cells: MovingCells) => readMovingRow(movingCells(1, cells), CATALOGUE, parseDay('2026-11-20'));
const codesOf = (cells: MovingCells) =>
  read(cells).faults.map(({ column, code, hint }) =>
    [column, code, ...(hint === undefined ? [] : [hint])].join(' '),
  );

describe('a row of the template', () => {
  test('is read as people and Excel write it', () => {
    const row = read({
      phone: '812 345-678',
      province: 'กทม.',
      box: 'Day Pads x 2 | กลางคืน',
      every_months: '2.0',
      next_payment_date: '31/12/2569',
      payment_method: 'Card',
      points: '1,200',
      status: 'Paused',
    });
    expect(row.faults).toEqual([]);
    expect(row.person).toMatchObject({
      phone: '0812345678',
      place: { province: 'กรุงเทพมหานคร', district: null },
    });
    expect(row.plan).toEqual({
      status: 'active',
      items: [
        { productCode: 'day-pads', quantity: 2 },
        { productCode: 'night-pads', quantity: 1 },
      ],
      frequency: 2,
      paymentDay: 31,
      nextDate: '2026-12-31',
      method: 'card',
      points: 1200,
    });
  });

  test.each<[MovingCells, ...string[]]>([
    [{ email: '', phone: '' }, 'email missing', 'phone missing'],
    [{ email: 'nobody' }, 'email invalid'],
    [{ phone: '12' }, 'phone invalid'],
    [{ language: 'de' }, 'language invalid'],
    [{ postal_code: '1011' }, 'postal_code invalid'],
    [{ province: 'Phuket' }, 'province province_other Bangkok, กรุงเทพมหานคร'],
    [{ box: 'towels:1' }, 'box box_unknown towels'],
    [{ box: 'day-pads:11' }, 'box box_invalid'],
    [{ box: 'day-pads:1; day-pads:2' }, 'box box_invalid'],
    [{ box: 'old-pads' }, 'box box_invalid'],
    [{ every_months: '4' }, 'every_months invalid'],
    [{ payment_day: '15' }, 'payment_day day_differs 2026-12-15'],
    [{ next_payment_date: 'soon' }, 'next_payment_date invalid'],
    [{ next_payment_date: '2029-01-01' }, 'next_payment_date invalid'],
    [{ points: '-5' }, 'points invalid'],
    [{ points: '1.5' }, 'points invalid'],
    [{ address: '4242 4242 4242 4242' }, 'address card_number'],
    [{ first_name: '=1+1\u0000' }, 'first_name invalid'],
    [{ external_id: 'x'.repeat(101) }, 'external_id invalid'],
    [{ status: 'waiting' }, 'status invalid'],
  ])('%j is refused with all that is wrong', (cells, ...codes) => {
    expect(codesOf(cells)).toEqual(codes);
    expect(read(cells)).toMatchObject({ person: null, plan: null });
  });

  test('with a day too near or a bank account moves in with a note', () => {
    const row = read({ next_payment_date: '2026-11-21', payment_method: 'bank_account' });
    expect(row.faults).toEqual([
      { column: 'next_payment_date', code: 'date_moved', hint: '2026-12-21' },
      { column: 'payment_method', code: 'bank_left' },
    ]);
    expect(row.plan).toMatchObject({ method: 'card', nextDate: '2026-11-21' });
  });

  test('of a subscription that ended needs no date', () => {
    expect(read({ status: 'cancelled', next_payment_date: '' })).toMatchObject({
      faults: [],
      plan: { status: 'ended', nextDate: null },
    });
  });
});
