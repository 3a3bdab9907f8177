import { eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseDay, type Month } from '@/domain/day';
import { gapOf } from '@/domain/payout';
import { transaction } from '@/server/db';
import { bankTransfers, gatewayReceipts, gatewayTransactions, payoutDifferences } from '@/server/db/schema';
import { acceptDifference, closeMonth } from '@/server/desk/acts/payouts';
import { listRows } from '@/server/desk/acts/stuck';
import { readPayoutMonth } from '@/server/desk/reads/payouts';
import { readFlag } from '@/server/platform/flags';
import { deepTest } from '@/testing/deep';
import { PAYOUT_FAULTS } from '@/sandbox/omise/records';
import { clearFaults, injectFault, setGateway } from '@/testing/providers';
import {
  auditPayouts,
  importBankStatement,
  livePayments,
  plantDispute,
  plantPayment,
} from '@/testing/payouts';
import { goTo } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { compareStatement } from './compare-payouts';
import { readPayouts } from './read-payouts';

const world = withWorld();
const read = () => readPayouts(world.db, 'worker', 0);
const operator = () => ({ ...world.ctx(), operator: 'staff:stf_fon' });

const differences = async () => {
  const rows = await world.db.select().from(payoutDifferences).where(isNull(payoutDifferences.goneAt));
  return rows.map(({ kind }) => kind).sort();
};

/** Expects that each month adds up by the audit's own SQL, and that the product shows the same figures. */
async function expectAddsUp(): Promise<void> {
  const audited = await auditPayouts(world);
  expect(audited.map(({ unexplained }) => unexplained)).toEqual(audited.map(() => 0));
  for (const { month, listed, opening, gross, fees, vat, ...rest } of audited) {
    const { figures, gap, ...shown } = await readPayoutMonth(world.ctx(), month as Month);
    const { refunds, disputes, won, transferFees, bank, closing } = rest;
    const direct = figures.direct;
    const same = { opening, gross, fees, vat, refunds, disputes, won, transferFees, bank, closing, direct };
    expect({ month, listed: shown.listed, figures }).toEqual({ month, listed, figures: same });
    expect(gap).toBe(gapOf(figures));
  }
}

/** What goes wrong on some days of the history, at the gateway, at the bank and in the ledger. */
const faultsOf = (day: number) => {
  const transfers = { 4: 'split', 12: 'late', 20: 'failed', 33: 'fee', 40: 'short', 74: 'late' } as const;
  return day in transfers ? [transfers[day as keyof typeof transfers]] : null;
};

describe('three months with faults', () => {
  beforeAll(async () => {
    await livePayments(world, { from: parseDay('2026-11-20'), days: 75, perDay: 3 }, async (day, paid) => {
      const payoutFaults = faultsOf(day);
      if (payoutFaults) await setGateway(world, { payoutFaults });
      const [, , third] = paid;
      if (!third) return;
      if (day === 25)
        world.sandbox.gateway.charges.put({
          ...world.sandbox.gateway.charges.get(third.chargeId)!,
          feeOff: { fee: 0, vat: 1 },
        });
      if (day === 30) await plantPayment(world, 12_345, 'card', false);
      if (day === 45) {
        await plantDispute(world, third, 'open');
        await world.sandbox.fetch(`${world.sandboxUrl}/_control/omise/charges/${third.chargeId}`, {
          method: 'POST',
          body: JSON.stringify({ action: 'withdraw' }),
        });
      }
      if (day === 50) world.sandbox.gateway.charges.remove(third.chargeId);
    });
    await goTo(world, '2027-02-05', '09:00');
    await importBankStatement(world);
    expect(await read()).toMatchObject({ problem: null, by: 'worker' });
  });

  test('add up to the satang by the audit’s own SQL, and each fault is named', async () => {
    expect(await differences()).toEqual([
      ...['bank.amount', 'charge.missing', 'charge.unknown', 'charge.vat'],
      ...['disputeWon.early', 'transfer.fee'],
    ]);
    expect((await auditPayouts(world)).map(({ month }) => month)).toEqual([
      ...['2026-11', '2026-12', '2027-01', '2027-02'],
    ]);
    await expectAddsUp();
  });

  test('a transfer that is late is on the way, is missing after four days, and then arrives', async () => {
    const missing = async () => (await differences()).filter((kind) => kind === 'bank.missing');
    expect([await missing(), (await readPayoutMonth(world.ctx())).payouts[0]?.state]).toEqual([
      [],
      'onTheWay',
    ]);
    await goTo(world, '2027-02-08', '09:00');
    await read();
    expect(await missing()).toEqual(['bank.missing']);
    await expectAddsUp();
    await goTo(world, '2027-02-12', '09:00');
    await read();
    await importBankStatement(world);
    expect(await missing()).toEqual([]);
    await expectAddsUp();
  });

  test('a line of the statement that is a payout is nothing to decide, unless it is booked', async () => {
    const lines = await world.db.select().from(bankTransfers);
    expect(lines.length).toBeGreaterThan(40);
    expect(await listRows(world.ctx(), ['transfers'])).toEqual({ transfers: [] });
    await transaction(world.db, (tx) =>
      tx
        .update(bankTransfers)
        .set({ status: 'returned', moneyId: sql`(select id from money_received limit 1)` })
        .where(eq(bankTransfers.id, lines[0]?.id ?? '')),
    );
    await compareStatement(world.db);
    expect(await differences()).toContain('bank.missing');
    await expectAddsUp();
    await transaction(world.db, (tx) =>
      tx
        .update(bankTransfers)
        .set({ status: 'unknown_reference', moneyId: null })
        .where(eq(bankTransfers.id, lines[0]?.id ?? '')),
    );
    await compareStatement(world.db);
    expect(await differences()).not.toContain('bank.missing');
  });

  test('a satang that changes in the stored rows is seen by the audit, and is listed by the next comparison', async () => {
    const [row] = await world.db
      .select()
      .from(gatewayTransactions)
      .orderBy(gatewayTransactions.createdAt)
      .limit(1);
    const add = (satang: number) =>
      transaction(world.db, (tx) =>
        tx
          .update(gatewayTransactions)
          .set({ amount: (row?.amount ?? 0) + satang })
          .where(eq(gatewayTransactions.id, row?.id ?? '')),
      );
    await add(1);
    expect((await auditPayouts(world))[0]?.unexplained).toBe(-1);
    await compareStatement(world.db);
    expect(await differences()).toContain('charge.credited');
    await expectAddsUp();
    await add(0);
    await compareStatement(world.db);
    expect(await differences()).not.toContain('charge.credited');
  });

  test('while the gateway is away, the last reading and its result stay', async () => {
    const before = await readFlag(world.db, 'payouts');
    await injectFault(world, {
      op: 'GET /transfers',
      kind: 'status',
      times: 'always',
      args: { status: 503 },
    });
    await goTo(world, '2027-02-13', '09:00');
    expect(await read()).toMatchObject({ readAt: before?.readAt, differences: before?.differences });
    await clearFaults(world);
    expect((await readFlag(world.db, 'payouts'))?.problem).not.toBeNull();
    expect(await read()).toMatchObject({ problem: null });
    await expectAddsUp();
  });

  test('a satang of the balance, and a receipt that is not there, are named until they are right', async () => {
    const kinds = ['balance.total', 'receipt.missing'] as const;
    const named = async () => {
      const open = await differences();
      return kinds.filter((kind) => open.includes(kind));
    };
    expect(await named()).toEqual([]);
    const [oldest] = await world.db
      .select()
      .from(gatewayTransactions)
      .orderBy(gatewayTransactions.createdAt)
      .limit(1);
    const setAmount = (amount = 0) =>
      transaction(world.db, (tx) =>
        tx
          .update(gatewayTransactions)
          .set({ amount })
          .where(eq(gatewayTransactions.id, oldest?.id ?? '')),
      );
    await setAmount((oldest?.amount ?? 0) + 1);
    await read();
    expect(await named()).toEqual(['balance.total']);
    await setAmount(oldest?.amount);
    await transaction(world.db, (tx) =>
      tx.delete(gatewayReceipts).where(eq(gatewayReceipts.issuedOn, parseDay('2027-02-01'))),
    );
    await compareStatement(world.db);
    expect(await named()).toContain('receipt.missing');
    await read();
    expect(await named()).toEqual([]);
  });

  test('an accepted difference is no longer open and stays in the sum, until its amounts change', async () => {
    const open = async () => (await readPayoutMonth(world.ctx())).open.count;
    const count = await open();
    const id = (await world.db.select().from(payoutDifferences)).find(
      ({ kind }) => kind === 'charge.vat',
    )?.id;
    const accept = () => acceptDifference(operator(), { id: id ?? '', why: 'a rounding' });
    const both = await Promise.allSettled([accept(), accept()]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await open()).toBe(count - 1);
    await read();
    expect(await open()).toBe(count - 1);
    await transaction(world.db, (tx) =>
      tx
        .update(payoutDifferences)
        .set({ actual: 9 })
        .where(eq(payoutDifferences.id, id ?? '')),
    );
    await read();
    expect(await open()).toBe(count);
  });

  test('months close in order, after they were read two days after their end, and then keep their figures', async () => {
    const close = (month: string) => closeMonth(operator(), month as Month);
    await expect(close('2026-12')).rejects.toThrow(/one after the other/);
    const [first, second] = await Promise.allSettled([close('2026-11'), close('2026-11')]);
    expect([first?.status, second?.status].sort()).toEqual(['fulfilled', 'rejected']);
    await close('2026-12');
    await close('2027-01');
    await expect(close('2027-02')).rejects.toThrow(/after they have ended/);
    await expectAddsUp();
    const before = await readPayoutMonth(world.ctx(), '2026-12' as Month);
    // A change of the balance in a closed month, which the gateway lists late.
    await transaction(world.db, (tx) =>
      tx.insert(gatewayTransactions).values({
        id: 'trxn_late',
        origin: 'adjustment',
        key: 'adjustment.debit',
        amount: -5,
        createdAt: new Date('2026-12-31T10:00:00Z'),
        transferableAt: new Date('2026-12-31T10:00:00Z'),
      }),
    );
    await compareStatement(world.db);
    expect(await differences()).toContain('closed.changed');
    expect((await readPayoutMonth(world.ctx(), '2026-12' as Month)).figures).toEqual(before.figures);
    expect((await auditPayouts(world)).at(-1)).toMatchObject({ month: '2027-02', unexplained: 0 });
  });
});

deepTest(
  'a year with faults on every third day adds up to the satang in every month',
  async () => {
    await livePayments(world, { from: parseDay('2027-03-01'), days: 365, perDay: 5 }, async (day, paid) => {
      if (day % 3 === 0)
        await setGateway(world, {
          payoutFaults: [PAYOUT_FAULTS[(day / 3) % PAYOUT_FAULTS.length] ?? 'split'],
        });
      const charge = world.sandbox.gateway.charges.get(paid[3]?.chargeId ?? '');
      if (charge && day % 17 === 0)
        world.sandbox.gateway.charges.put({ ...charge, feeOff: { fee: day % 2, vat: 1 } });
      if (day % 30 === 4) await plantPayment(world, 5_001 + day, 'qr', false);
      if (charge && day % 40 === 7) world.sandbox.gateway.charges.remove(charge.id);
      if (day % 28 === 0) {
        await importBankStatement(world);
        await read();
        await expectAddsUp();
      }
    });
    await goTo(world, '2028-03-20', '09:00');
    await importBankStatement(world);
    await read();
    await expectAddsUp();
    const audited = await auditPayouts(world);
    expect(audited.filter(({ gross }) => gross > 0).length).toBeGreaterThanOrEqual(12);
  },
  300_000,
);
