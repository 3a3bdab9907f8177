import { beforeAll, describe, expect, test } from 'vitest';
import { callAuth } from '@/testing/link-requests';
import { createBrowser, DELIVERY, registerUpToPayment, registration, type Browser } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

let visitor: Browser;
let person: Browser;
const world = withWorld();
beforeAll(async () => {
  visitor = createBrowser(world);
  ({ browser: person } = await registerUpToPayment(world));
});

type Change = Record<string, unknown>;
const plan = (change: Change) => ({ plan: { ...registration().plan, ...change } });
const details = (change: Change) => ({ details: { ...registration().details, ...change } });
const box = (...items: unknown[]) => plan({ items });

const THAI = { 'accept-language': 'th' };

describe("registering with one wrong field returns that field with the specification's message", () => {
  test.each<[string, Change, string, string, string]>([
    [
      'a short password',
      { password: '1234567' },
      'password',
      'Password must be at least 8 characters',
      'รหัสผ่านต้องมีอย่างน้อย 8 ตัวอักษร',
    ],
    ['no e-mail at all', { email: 'mali' }, 'email', 'Invalid email address', 'อีเมลไม่ถูกต้อง'],
    ['an empty e-mail', { email: '' }, 'email', 'Invalid email address', 'อีเมลไม่ถูกต้อง'],
    [
      'a phone of nine digits',
      details({ phone: '081234567' }),
      'details.phone',
      'Invalid Thai mobile number: must be 10 digits starting with 0',
      'เบอร์มือถือไม่ถูกต้อง ต้องมี 10 หลักและขึ้นต้นด้วย 0',
    ],
    [
      'a phone with +66, which screens normalise and calls do not',
      details({ phone: '+66812345678' }),
      'details.phone',
      'Invalid Thai mobile number: must be 10 digits starting with 0',
      'เบอร์มือถือไม่ถูกต้อง ต้องมี 10 หลักและขึ้นต้นด้วย 0',
    ],
    ['an empty name', details({ firstName: ' ' }), 'details.firstName', 'Required', 'กรุณากรอกช่องนี้'],
    [
      'a name with a line break',
      details({ lastName: 'a\r\nBcc: b@c.d' }),
      'details.lastName',
      'Invalid input',
      'ข้อมูลไม่ถูกต้อง',
    ],
    [
      'a name of 81 letters',
      details({ lastName: 'a'.repeat(81) }),
      'details.lastName',
      'Invalid input',
      'ข้อมูลไม่ถูกต้อง',
    ],
    [
      'a name that is a number',
      details({ firstName: 7 }),
      'details.firstName',
      'Expected string received number',
      'ต้องเป็น string แต่ได้รับ number',
    ],
    [
      'a name that is null',
      details({ firstName: null }),
      'details.firstName',
      'Expected string received null',
      'ต้องเป็น string แต่ได้รับ null',
    ],
    [
      'details that are a list',
      { details: [] },
      'details',
      'Expected object received array',
      'ต้องเป็น object แต่ได้รับ array',
    ],
    [
      'an unknown age group',
      details({ ageGroup: '100-plus' }),
      'details.ageGroup',
      'Invalid input',
      'ข้อมูลไม่ถูกต้อง',
    ],
    ['a frequency of four months', plan({ frequency: 4 }), 'plan.frequency', 'Invalid input', 'ข้อมูลไม่ถูกต้อง'],
    [
      'a frequency in quotes',
      plan({ frequency: '1' }),
      'plan.frequency',
      'Expected number received string',
      'ต้องเป็น number แต่ได้รับ string',
    ],
    ['the 32nd as payment day', plan({ paymentDay: 32 }), 'plan.paymentDay', 'Invalid input', 'ข้อมูลไม่ถูกต้อง'],
    [
      'half a payment day',
      plan({ paymentDay: 1.5 }),
      'plan.paymentDay',
      'Expected integer received float',
      'ต้องเป็น integer แต่ได้รับ float',
    ],
    [
      'a product that is a number',
      box({ productCode: 7, quantity: 1 }),
      'plan.items.0.productCode',
      'Expected string received number',
      'ต้องเป็น string แต่ได้รับ number',
    ],
    [
      'a quantity in quotes',
      box({ productCode: 'day-pads', quantity: '1 ' }),
      'plan.items.0.quantity',
      'Expected number received string',
      'ต้องเป็น number แต่ได้รับ string',
    ],
    [
      'a price of their own',
      box({ productCode: 'day-pads', quantity: 1, unitPrice: 1 }),
      'plan.items.0.unitPrice',
      'Invalid input',
      'ข้อมูลไม่ถูกต้อง',
    ],
    ['an unknown language', { locale: '../../etc' }, 'locale', 'Invalid input', 'ข้อมูลไม่ถูกต้อง'],
    ['no consent', { consent: false }, 'consent', 'Invalid input', 'ข้อมูลไม่ถูกต้อง'],
    ['a total of their own', { total: 1 }, 'total', 'Invalid input', 'ข้อมูลไม่ถูกต้อง'],
  ])('%s', async (_what, change, path, english, thai) => {
    const requested = registration(change);
    const { status, body } = await visitor.post('/api/register', requested);
    expect([status, body.code]).toEqual([400, 'INPUT_INVALID']);
    expect(body.fieldErrors).toEqual({ [path]: [english] });
    expect(body.message).toBe(english === 'Required' ? 'All fields are required' : 'Invalid input');
    const inThai = await visitor.post('/api/register', requested, THAI);
    expect(inThai.body.fieldErrors).toEqual({ [path]: [thai] });
  });
});

describe('with only missing fields the message is "All fields are required"', () => {
  const empty = {
    plan: ['Required'],
    details: ['Required'],
    email: ['Required'],
    locale: ['Required'],
    consent: ['Required'],
  };
  test.each<[string, unknown, Record<string, string[]>]>([
    ['/api/register', {}, empty],
    ['/api/login', {}, { email: ['Required'], password: ['Required'] }],
    ['/api/login', { email: '', password: 'x' }, { email: ['Required'] }],
    ['/api/register/email-auth', {}, { email: ['Required'], password: ['Required'] }],
    ['/api/register/email-auth', { email: 'a@example.test' }, { password: ['Required'] }],
    [
      '/api/register/delivery',
      {},
      { address: ['Required'], province: ['Required'], postalCode: ['Required'] },
    ],
    ['/api/register/payment/card', {}, { cardToken: ['Required'] }],
  ])('%s %j', async (path, body, fieldErrors) => {
    const answer = await person.post(path, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'INPUT_INVALID']);
    expect(answer.body.message).toBe('All fields are required');
    expect(answer.body.fieldErrors).toEqual(fieldErrors);
    const inThai = await person.post(path, body, THAI);
    expect(inThai.body.message).toBe('กรุณากรอกข้อมูลให้ครบทุกช่อง');
  });

  test('a registration without a session needs a password, one with a session does not', async () => {
    const requested = registration({ password: undefined });
    const refused = await visitor.post('/api/register', requested);
    expect(refused.body).toMatchObject({
      message: 'All fields are required',
      fieldErrors: { password: ['Required'] },
    });
    const { browser } = await registerUpToPayment(world);
    expect((await browser.post('/api/register', requested)).status).toBe(200);
  });

  test('one missing and one wrong field is "Invalid input"', async () => {
    const { body } = await visitor.post('/api/register', {
      ...registration(),
      email: undefined,
      locale: 'de',
    });
    expect(body.message).toBe('Invalid input');
    expect(body.fieldErrors).toEqual({ email: ['Required'], locale: ['Invalid input'] });
  });
});

describe('an impossible box is BOX_INVALID, whatever its numbers', () => {
  const pads = (quantity: number) => ({ productCode: 'day-pads', quantity });
  test.each<[string, unknown[]]>([
    ['an empty one', []],
    ['no packs', [pads(0)]],
    ['less than none', [pads(-1)]],
    ['half a pack', [pads(0.5)]],
    ['eleven of one', [pads(11)]],
    ['1e300 packs', [pads(1e300)]],
    ['one product twice', [pads(1), pads(1)]],
    ['a product we do not have', [pads(1), { productCode: 'tampons', quantity: 1 }]],
    [
      'twenty-one packs',
      ['day-pads', 'night-pads', 'panty-liners'].map((productCode) => ({ productCode, quantity: 7 })),
    ],
    ['a hundred lines', Array.from({ length: 100 }, () => pads(1))],
  ])('%s', async (_what, items) => {
    const { status, body } = await visitor.post('/api/register', registration(plan({ items })));
    expect([status, body.code]).toEqual([400, 'BOX_INVALID']);
    expect(body.message).toBe('A box holds 1 to 20 packs, and at most 10 of one product.');
  });
});

test('a link request with an invalid e-mail has the generic message', async () => {
  for (const name of ['requestMagicLink', 'requestPasswordReset']) {
    const { status, text } = await callAuth(world, name, { email: 'mali' });
    expect(status).toBe(400);
    expect(text).toContain('"Invalid email"');
  }
});

test('an optional field may be null', async () => {
  const { browser } = await registerUpToPayment(world, {
    ...details({ ageGroup: null }),
    code: null,
  });
  const vague = { ...DELIVERY, subdistrict: null, district: null };
  expect((await browser.post('/api/register/delivery', vague)).status).toBe(200);
  const paid = await browser.post('/api/register/payment/card', { cardToken: null });
  expect(paid.body).toMatchObject({ code: 'INPUT_INVALID', fieldErrors: { cardToken: ['Required'] } });
});

describe('a delivery address', () => {
  test.each(['1011', '101100', '1011a', 'ten thousand one hundred and ten', '10 110'])(
    'with the postcode %j is POSTCODE_INVALID',
    async (postalCode) => {
      const { status, body } = await person.post('/api/register/delivery', { ...DELIVERY, postalCode });
      expect([status, body.code, body.message]).toEqual([
        400,
        'POSTCODE_INVALID',
        'Postal code must be 5 numbers',
      ]);
      expect(body.fieldErrors).toEqual({ postalCode: ['Postal code must be 5 numbers'] });
    },
  );

  test('in another province than its postcode is PROVINCE_MISMATCH', async () => {
    const { status, body } = await person.post('/api/register/delivery', {
      ...DELIVERY,
      province: 'Chiang Mai',
    });
    expect([status, body.code]).toEqual([400, 'PROVINCE_MISMATCH']);
  });

  test.each([
    ['the Thai name of the province', { province: 'กรุงเทพมหานคร' }, 4000],
    ['a postcode that nobody knows, anywhere', { postalCode: '99999', province: 'Atlantis' }, 6000],
  ])('with %s is accepted', async (_what, change, deliveryFee) => {
    const { status, body } = await person.post('/api/register/delivery', { ...DELIVERY, ...change });
    expect([status, body.data?.deliveryFee]).toEqual([200, deliveryFee]);
  });
});
