import { describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { auditEvents, moneyReceived } from '@/server/db/schema';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { TOTAL } from '@/testing/attempts';
import {
  linkOf,
  linksOf,
  listedTransfers,
  moneyOf,
  openQr,
  plantOffline,
  plantPending,
  scan,
  transfer,
} from '@/testing/offline';
import { setGateway } from '@/testing/providers';
import { goTo, ordersOf, statusOf, messageKindsOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { bookTransfer } from './book-transfer';

const world = withWorld({ cleanup: 'check' });

const booked = () => world.db.select().from(moneyReceived);

describe('a bank transfer', () => {
  test('of the right amount pays the order on the day of the transfer and is recorded once', async () => {
    const person = await plantPending(world);
    await goTo(world, '2026-11-25', '11:00');
    expect(await transfer(world, person, { paidOn: '2026-11-23' })).toMatchObject({
      status: 'matched',
      alreadyBooked: false,
      orderId: person.link.orderId,
      expected: TOTAL,
    });
    expect(await statusOf(world, person.accountId)).toBe('active');
    expect((await ordersOf(world, person.accountId))[0]).toMatchObject({
      status: 'paid',
      date: '2026-11-23',
      paidOn: '2026-11-23',
    });
    expect(await linksOf(world, person)).toEqual(['paid']);
    // The mail with the link was still queued, and is not sent for a paid link.
    expect(await messageKindsOf(world, person.accountId)).toEqual(['order_paid']);
    const audit = await world.db.select().from(auditEvents);
    expect(audit.filter(({ what }) => what === 'transfer.matched')).toHaveLength(1);
  });

  test('is booked once when the same line is booked sixteen times at once', async () => {
    const person = await plantPending(world);
    const results = await Promise.all(
      Array.from({ length: 16 }, () => transfer(world, person, { providerRef: 'one line' })),
    );
    expect(results.filter(({ alreadyBooked }) => !alreadyBooked)).toHaveLength(1);
    expect(results.every(({ status }) => status === 'matched')).toBe(true);
    expect(await booked()).toHaveLength(1);
  });

  test.each([
    ['too little', { amount: TOTAL - 1 }, 'wrong_amount'],
    ['too much', { amount: TOTAL + 100 }, 'wrong_amount'],
    ['a day before the link was created', { paidOn: '2026-11-19' }, 'wrong_date'],
    ['a later day', { paidOn: '2026-11-21' }, 'wrong_date'],
    ['an unknown reference', { reference: 'ZZZZZZZZ' }, 'unknown_reference'],
    ['no reference', { reference: 'thank you' }, 'unknown_reference'],
  ])(
    'with %s is listed but not booked; the same line again changes nothing',
    async (_what, wrong, status) => {
      const person = await plantPending(world);
      const line = { ...wrong, providerRef: 'wrong line' };
      expect(await transfer(world, person, line)).toMatchObject({ status, alreadyBooked: false });
      expect(await transfer(world, person, line)).toMatchObject({ status });
      expect(await booked()).toEqual([]);
      expect(await listedTransfers(world)).toEqual([status]);
      expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
      expect(await linksOf(world, person)).toEqual(['open']);
    },
  );

  test('with an unknown reference is booked after the operator corrects it', async () => {
    const person = await plantPending(world);
    await transfer(world, person, { reference: 'typo', providerRef: 'line' });
    expect((await transfer(world, person, { providerRef: 'line' })).status).toBe('matched');
    expect(await listedTransfers(world)).toEqual(['matched']);
  });

  test('is matched by a reference in lower case, with spaces or among other words', async () => {
    for (const write of [
      (reference: string) => reference.toLowerCase(),
      (reference: string) => `${reference.slice(0, 4)} ${reference.slice(4)}`,
      (reference: string) => `IRA ${reference} ขอบคุณ`,
    ]) {
      const person = await plantPending(world);
      const reference = write((await linkOf(world, person)).reference);
      expect((await transfer(world, person, { reference })).status).toBe('matched');
    }
  });

  test('with the references of two links is not matched', async () => {
    const [one, other] = [await plantPending(world), await plantPending(world)];
    const reference = `${one.link.reference} ${other.link.reference}`;
    expect((await transfer(world, one, { reference })).status).toBe('unknown_reference');
  });

  test('for a paid order is a duplicate that the operator must refund', async () => {
    const person = await plantPending(world);
    await scan(world, await openQr(world, person));
    expect((await transfer(world, person)).status).toBe('duplicate');
    expect(await moneyOf(world, person)).toEqual(['bank duplicate manual', 'omise kept']);
    expect(await listedTransfers(world)).toEqual(['duplicate']);
  });

  test('is kept when the QR code is paid after it, and the payment of the code is refunded', async () => {
    await setGateway(world, { promptpayRefundable: false });
    const person = await plantPending(world);
    const charge = await openQr(world, person);
    await transfer(world, person);
    await scan(world, charge);
    expect(await moneyOf(world, person)).toEqual(['bank kept', 'omise duplicate manual']);
  });

  test('for a cancelled subscription is late and must be refunded', async () => {
    const person = await plantPending(world);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'buyWhenNeed' });
    expect((await transfer(world, person)).status).toBe('late');
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
  });

  test('sent in time and booked after the link expired counts on its own day: active with the same dates', async () => {
    const person = await plantOffline(world);
    const before = (await ordersOf(world, person.accountId)).map(({ date }) => date).slice(0, 4);
    for (const [day, time] of [
      ['2026-12-31', '09:00'],
      ['2027-01-04', '00:00'],
    ] as const) {
      await goTo(world, day, time);
      await runBilling(world.ctx());
    }
    await goTo(world, '2027-01-05', '10:00');
    await runBilling(world.ctx());
    expect((await transfer(world, person, { paidOn: '2027-01-02' })).status).toBe('matched');
    expect(await statusOf(world, person.accountId)).toBe('active');
    const after = (await ordersOf(world, person.accountId)).filter(({ status }) => status !== 'void');
    expect(after.map(({ date }) => date).slice(0, 4)).toEqual(before);
    expect(after[1]).toMatchObject({ status: 'paid', paidOn: '2027-01-02' });
  });

  test('with the reference of an erased registration is listed', async () => {
    const person = await plantPending(world);
    for (const day of ['2026-11-28', '2026-12-01']) {
      await goTo(world, day, '00:00');
      await runBilling(world.ctx());
    }
    const line = { reference: person.link.reference, amount: TOTAL, providerRef: 'late', actor: 'statement' };
    const paidOn = person.link.createdAt.toISOString().slice(0, 10) as Parameters<
      typeof bookTransfer
    >[1]['paidOn'];
    expect((await bookTransfer(world.ctx(), { ...line, paidOn })).status).toBe('unknown_reference');
    expect(await listedTransfers(world)).toEqual(['unknown_reference']);
  });
});
