import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { discountCodes, subscriptions } from '@/server/db/schema';
import { createBrowser, registerUpToPayment, registration } from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

/* Tests typed texts that are not a valid code. */
const world = withWorld();
beforeAll(async () => {
  await transaction(world.db, (tx) =>
    tx
      .insert(discountCodes)
      .values({ code: 'TENTH', kind: 'percent', value: 10, validFrom: new Date('2026-01-01T00:00:00Z') }),
  );
});

const NO_CODES = ['X'.repeat(41), 'X'.repeat(5000), 'TEN\u0000TH', '\u0000', 'TENTH\ud800'];
const BLANK = ['', '   ', '\n'];
const BOX = [{ productCode: 'day-pads', quantity: 4 }];

async function codeOf(registrationId: unknown) {
  const [row] = await world.db
    .select({ code: subscriptions.code })
    .from(subscriptions)
    .where(eq(subscriptions.id, String(registrationId)));
  return row?.code;
}

describe('a registration continues', () => {
  test.each(NO_CODES)('with %j, which is named as invalid and not stored', async (code) => {
    const { status, body } = await createBrowser(world).post('/api/register', registration({ code }));
    expect([status, body.data.codeError]).toEqual([200, 'CODE_INVALID']);
    expect(await codeOf(body.data.registrationId)).toBeNull();
  });

  test.each([...BLANK, null])('with %j, which counts as no code', async (code) => {
    const { status, body } = await createBrowser(world).post('/api/register', registration({ code }));
    expect([status, body.data.codeError]).toEqual([200, null]);
    expect(await codeOf(body.data.registrationId)).toBeNull();
  });

  test('with a valid code between blanks', async () => {
    const requested = registration({ code: ' tenth ' });
    const { body } = await createBrowser(world).post('/api/register', requested);
    expect(body.data).toMatchObject({ codeError: null, totals: { codeDiscount: 3_353 } });
    expect(await codeOf(body.data.registrationId)).toBe('TENTH');
  });
});

describe('applying an invalid code is CODE_INVALID', () => {
  test.each([...NO_CODES, ...BLANK])('%j', async (code) => {
    const visitor = await createBrowser(world).post('/api/referral-codes/apply', { code, items: BOX });
    expect([visitor.status, visitor.body.code]).toEqual([400, 'CODE_INVALID']);
  });

  test('and keeps a stored code', async () => {
    const { browser, started } = await registerUpToPayment(world, { code: 'TENTH' });
    for (const code of ['', NO_CODES[0]]) {
      const { status, body } = await browser.post('/api/referral-codes/apply', { code });
      expect([status, body.code]).toEqual([400, 'CODE_INVALID']);
    }
    expect(await codeOf(started.registrationId)).toBe('TENTH');
  });
});
