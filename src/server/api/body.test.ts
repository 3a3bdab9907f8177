import { describe, expect, test, vi } from 'vitest';
import { BODY_MAX_BYTES, readJson, readObject, readText, refuseCardData } from './body';

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...({ duplex: 'half' } as object),
  });

describe('a request body', () => {
  test('without an end is cut off at 64 kB, and the sender is stopped', async () => {
    let sent = 0;
    let stopped = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
      cancel: () => {
        stopped = true;
      },
    });
    await expect(readText(post(endless))).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(sent).toBeLessThan(3 * BODY_MAX_BYTES);
    expect(stopped).toBe(true);
  });

  test('that declares too large a size is not read', async () => {
    const request = post('{}', { 'content-length': '70000' });
    await expect(readText(request)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  test('of exactly 64 kB is read', async () => {
    expect(await readText(post(' '.repeat(BODY_MAX_BYTES)))).toHaveLength(BODY_MAX_BYTES);
  });

  test('that is not UTF-8 is INPUT_INVALID, so that no two passwords become equal', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]);
    await expect(readJson(post(bytes))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('that is compressed is not accepted as JSON', async () => {
    const bomb = Buffer.from('1f8b0800000000000003', 'hex');
    for (const coding of ['gzip', 'br', 'identity, gzip'])
      await expect(readJson(post(bomb, { 'content-encoding': coding }))).rejects.toMatchObject({
        code: 'NOT_JSON',
      });
    expect(await readJson(post('{"a":1}', { 'content-encoding': 'identity' }))).toEqual({ a: 1 });
  });

  test.each(['[', '{"a":'])('of %j nested 30 000 deep is INPUT_INVALID', async (bracket) => {
    const depth = Math.floor(30_000 / bracket.length);
    const closing = bracket === '[' ? ']' : '}';
    const text = `{"x":${bracket.repeat(depth)}1${closing.repeat(depth)}}`;
    await expect(readJson(post(text))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  test.each([
    ['21 levels', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`],
    ['1,002 fields', `{${Array.from({ length: 1_002 }, (_, n) => `"k${n}":1`).join(',')}}`],
    ['1,002 list elements', `{"a":[${'1,'.repeat(1_001)}1]}`],
  ])('of %s is refused before it is parsed', async (_what, text) => {
    const parsed = vi.spyOn(JSON, 'parse');
    await expect(readJson(post(text))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(parsed).not.toHaveBeenCalled();
    parsed.mockRestore();
  });

  test('with brackets, commas and quotes in its strings is read', async () => {
    const value = { a: `${'[{,'.repeat(2_000)}"\\"[` };
    expect(await readObject(post(JSON.stringify(value)))).toEqual(value);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF8"',
    'Application/JSON ;x=y',
  ])('is JSON with the content type %j', async (type) => {
    expect(await readJson(post('{"a":1}', { 'content-type': type }))).toEqual({ a: 1 });
  });

  test('may begin with a byte order mark', async () => {
    expect(await readJson(post('\uFEFF{"a":1}'))).toEqual({ a: 1 });
    expect(await readJson(post('\uFEFF'))).toEqual({});
  });

  test.each(['iso-8859-1', 'utf-16', '"windows-874"'])('in the charset %s is not JSON', async (charset) => {
    const type = `application/json; charset=${charset}`;
    await expect(readJson(post('{"a":1}', { 'content-type': type }))).rejects.toMatchObject({
      code: 'NOT_JSON',
    });
  });

  test('can be omitted', async () => {
    expect(await readJson(new Request('http://localhost/', { method: 'POST' }))).toEqual({});
  });
});

describe('card data', () => {
  test.each<[string, unknown]>([
    ['in one piece', '4242424242424242'],
    ['in groups', '4242 4242 4242 4242'],
    ['with dashes', '5555-5555-5555-4444'],
    ['with dots', '5555.5555.5555.4444'],
    ['with long dashes', '3530\u20131113\u20133330\u20130000'],
    ['with a security code behind it', '4242424242424242 123'],
    ['with an expiry before it', '12/40 4242424242424242'],
    ['with digits on both sides', '12 4242 4242 4242 4242 40'],
    ['as a number', 4242424242424242],
    ['of fifteen digits', '378282246310005'],
    ['of fourteen', '36227206271667'],
    ['of thirteen', '4222222222222'],
    ['of nineteen', '6212345678901265001'],
    ['in a sentence', 'my card is 4242424242424242, thanks'],
    ['in a Thai sentence without spaces', 'บัตร4242424242424242ค่ะ'],
    ['at the end of a sentence', 'Charge 4242-4242-4242-4242.'],
    ['behind a name and a colon', 'card:4242424242424242'],
    ['in an argument of GraphQL', '{ addCard(cardToken:"4242424242424242") { cards { cardId } } }'],
    ['behind an e-mail', 'mali@example.test 4242424242424242'],
  ])('is refused as %s', (_what, value) => {
    expect(() => refuseCardData({ address: { lines: [value] } })).toThrow('CARD_DATA_REFUSED');
  });

  test.each(['number', 'cardNumber', 'card_number', 'cvc', 'CVV', 'security_code', 'securityCode', 'pan'])(
    'is refused in a field called %s whatever its value',
    (name) => {
      expect(() => refuseCardData({ card: { [name]: '' } })).toThrow('CARD_DATA_REFUSED');
    },
  );

  test.each<[string, unknown]>([
    ['a number whose check digit is wrong', '4242424242424241'],
    ['a phone beside a postcode', '0812345678 10110'],
    ['a tax id, which begins like no card', '1101700230673'],
    ['a tax id that begins and ends like a card', '3100600000421'],
    ['such a tax id in groups', '3 1006 00000 42 1'],
    ['a day and a time', '2026-11-20T10:00:00.000+07:00'],
    ['a token of the vault', 'tokn_test_5fzbwc1wcmjpxyzkzfk'],
    ['an address', '199/42 หมู่ 4 ซอย 12/1, 10110'],
    ['an amount', 4242],
    ['twenty digits in one piece', '42424242424242424242'],
    ['an e-mail that begins with digits', '4242424242424242@example.test'],
    ['an e-mail with digits in groups', 'mali.4242-4242-4242-4242+box@example.test'],
    ['a UUID', '6f1c9a52-4242-4242-4242-424242424242'],
    ['a UUID of digits only', '42424242-4242-4242-8000-000000000000'],
    ['a token', 'tokn_test_4242424242424242'],
    ['a token with digits between letters', 'x4242424242424242y'],
    ['a token in base64url', 'q-4242424242424242-_w'],
    ['a signed token of three parts', 'eyJh.4242424242424242.c2ln'],
  ])('does not include %s', (_what, value) => {
    expect(() => refuseCardData({ value })).not.toThrow();
  });

  test('is not searched in binary values, which no body contains', () => {
    expect(() => refuseCardData({ value: new Uint8Array(3) })).toThrow('INPUT_INVALID');
  });

  test('is searched once in an object that refers to itself', () => {
    const knot: Record<string, unknown> = {};
    for (let level = 0, at = knot; level < 19; level++) {
      const next = {};
      Object.assign(at, { a: next, b: next, c: knot });
      at = next;
    }
    expect(() => refuseCardData(knot)).not.toThrow();
  });

  test('is searched with one prefix test and two copied digits per group, for any number of groups', () => {
    const groups = 32_000;
    const beginnings = vi.spyOn(RegExp.prototype, 'test');
    const copies = vi.spyOn(String.prototype, 'slice');
    refuseCardData({ a: '1 '.repeat(groups) });
    const counts = [beginnings.mock.calls.length, copies.mock.calls.length];
    vi.restoreAllMocks();
    expect(Math.max(...counts)).toBeLessThanOrEqual(groups + 1);
  });
});
