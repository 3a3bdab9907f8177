import { beforeAll, describe, expect, test } from 'vitest';
import { createBrowser, registerUpToPayment, registration, type Browser } from '@/testing/browser';
import { queriesOf } from '@/testing/queries';
import { withWorld } from '@/testing/with-world';
import { requestedLocale } from './language';

describe('the language of a caller', () => {
  test.each<[string | undefined, 'en' | 'th' | null]>([
    [undefined, null],
    ['', null],
    ['*', null],
    ['*;q=0.5', null],
    ['th', 'th'],
    ['TH-th', 'th'],
    ['th-TH,th;q=0.9,en;q=0.8', 'th'],
    ['en-GB, th', 'en'],
    ['th;q=0.1, en;q=0.2', 'en'],
    ['fr, th;q=0.3', 'th'],
    ['fr', 'en'],
    ['fr, *;q=0.1', null],
    ['*, th;q=0.9', null],
    ['th, *', 'th'],
    ['th;q=0', 'en'],
    ['th;q=abc', 'en'],
    ['../../etc', 'en'],
    ['<script>alert(1)</script>', 'en'],
    ['__proto__', 'en'],
    [`${'x,'.repeat(4000)}th`, 'en'],
  ])('with %j is %j', (header, locale) => {
    expect(requestedLocale(new Headers(header === undefined ? {} : { 'accept-language': header }))).toBe(
      locale,
    );
  });

  test("on our own pages is the page's, whatever the browser prefers", () => {
    expect(requestedLocale(new Headers({ 'accept-language': 'en', 'x-ira-locale': 'th' }))).toBe('th');
  });
});

describe('the language of a refusal', () => {
  const thaiText = 'รหัสไปรษณีย์ต้องเป็นตัวเลข 5 หลัก';
  const wrongPlace = { address: 'x', province: 'x', postalCode: 'x' };

  let thai: Browser;
  const world = withWorld();
  beforeAll(async () => {
    ({ browser: thai } = await registerUpToPayment(world, { locale: 'th' }));
  });

  test.each([
    ['without a requested, is in the account’s language', undefined, thaiText],
    ['to *, is in the account’s language', '*', thaiText],
    ['to English, is in English', 'en', 'Postal code must be 5 numbers'],
    ['to a language that we do not speak, is in English', 'fr', 'Postal code must be 5 numbers'],
  ])('%s', async (_what, requested, message) => {
    const headers: Record<string, string> = requested === undefined ? {} : { 'accept-language': requested };
    const { body } = await thai.post('/api/register/delivery', wrongPlace, headers);
    expect(body.message).toBe(message);
    expect(body.fieldErrors).toEqual({ postalCode: [message] });
  });

  test("is the account's also before the session is checked", async () => {
    expect((await thai.get('/api/register')).body.message).toBe('ที่อยู่นี้ไม่รองรับวิธีเรียกนี้');
    expect((await thai.get('/api/nothing')).body.message).toBe('ไม่พบรายการนี้ กรุณาตรวจสอบลิงก์หรือย้อนกลับ');
    expect((await thai.post('/api/register', 'not json')).body.message).toBe('ข้อมูลไม่ถูกต้อง');
  });

  test('is English for a visitor without a preference', async () => {
    const { body } = await createBrowser(world).post('/api/register', registration({ locale: 'xx' }));
    expect(body.message).toBe('Invalid input');
  });

  test('costs no query when the session was read anyway, or the language was sent', async () => {
    const wrong = (headers?: Record<string, string>) => () =>
      thai.post('/api/register/delivery', { ...wrongPlace, postalCode: 5 }, headers);
    await wrong()();
    expect(await queriesOf(world.db, wrong())).toHaveLength(1);
    const inEnglish = { 'accept-language': 'en' };
    expect(await queriesOf(world.db, () => thai.get('/api/nothing', inEnglish))).toEqual([]);
  });
});
