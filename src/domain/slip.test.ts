import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from './day';
import { readSlipQr, slipFit, slipQrText, type VerifiedTransfer } from './slip';

describe('the QR code of a slip', () => {
  test.each([
    ['004000060000010103002021900021231231212000115102TH91049C30', '002', '0002123123121200011'],
    ['00330006000001010306902126302105340875102TH9104F86F', '069', '630210534087'],
    ['0045000600000101030140224202611270ABCDEFGHIJKLMN05102TH91048588', '014', '202611270ABCDEFGHIJKLMN0'],
    ['00490002010102010203P2P03145001234567890104082711202691043e15', 'TMN', '50012345678901'],
  ])('names bank and transfer: %s', (text, bank, ref) => {
    expect(readSlipQr(text)).toEqual({ bank, ref });
    if (bank !== 'TMN') expect(slipQrText({ bank, ref })).toBe(text);
  });

  test('is refused with another checksum, another form, or as a payment QR code', () => {
    const good = '00330006000001010306902126302105340875102TH9104F86F';
    for (const text of [
      ...[
        good.replace('F86F', 'F86E'),
        good.replace('069', '070'),
        good.slice(1),
        `${good}0`,
        '',
        '9104FFFF',
      ],
      '00020101021129370016A000000677010111011300668123456785802TH53037646304AAAA',
    ])
      expect(readSlipQr(text)).toBeNull();
  });

  test('is never an exception or a code with control characters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const found = readSlipQr(text);
        if (found) expect(found.ref).toMatch(/^[A-Za-z0-9]{8,30}$/);
      }),
    );
  });
});

describe('a verified transfer', () => {
  const target = {
    accountNumber: '123-4-56789-0',
    accountName: 'บริษัท ไอรา จำกัด',
    createdAt: new Date('2026-11-20T03:00:00Z'),
  };
  const transfer: VerifiedTransfer = {
    amount: 100,
    paidOn: parseDay('2026-11-20'),
    time: '10:30:00',
    receiverAccount: 'xxx-x-x6789-x',
    receiverName: 'ไอรา จ',
  };

  test.each([
    ['to the shop after the link was made fits', {}, 'fits'],
    ['to another account is foreign', { receiverAccount: 'xxx-x-x6788-x' }, 'foreign'],
    ['to a number of another length is foreign', { receiverAccount: 'xxxx6789x' }, 'foreign'],
    ['to the gateway needs no booking', { receiverName: 'OMISE CO LTD', receiverAccount: '' }, 'gateway'],
    ['to another name is doubtful', { receiverName: 'สมชาย' }, 'doubtful'],
    ['to another company is doubtful', { receiverName: 'บริษัท ไอริส จำกัด' }, 'doubtful'],
    ['to a name of two letters is doubtful', { receiverName: 'บจก. ไอ' }, 'doubtful'],
    ['to the shop with its legal form fits', { receiverName: 'บจก. ไอรา' }, 'fits'],
    ['to the shop, written as one word, fits', { receiverName: 'บริษัทไอราจำกัด' }, 'fits'],
    ['without an account is doubtful', { receiverAccount: '' }, 'doubtful'],
    ['without a time is doubtful', { time: null }, 'doubtful'],
    ['before the link was made is doubtful', { time: '09:59:58' }, 'doubtful'],
    ['of the day before is doubtful', { paidOn: parseDay('2026-11-19') }, 'doubtful'],
  ] as const)('%s', (_, change, fit) => {
    expect(slipFit({ ...transfer, ...change }, target)).toBe(fit);
  });
});
