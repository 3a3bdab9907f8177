import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addMonthsTo, parseDay, type Month } from '@/domain/day';
import { pointsWorth, type NumberedEntry } from '@/domain/journal';
import { transaction } from '@/server/db';
import { accounts, disputes, pointsBalances, productPrices, refunds } from '@/server/db/schema';
import { movePoints } from '@/server/lifecycle/points';
import { importBankStatement, livePayments, plantDispute, plantPayment } from '@/testing/payouts';
import { issueDocuments } from '@/testing/documents';
import { plantPending, transfer } from '@/testing/offline';
import { actOnCharge, disputeCharge, gatewayCharges, injectFault } from '@/testing/providers';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { readPayouts } from '../../money/payouts/read-payouts';
import { correctDispute } from '../acts/correct-dispute';
import { bookForOrder } from '../acts/decide-transfer';
import { decideDispute } from '../acts/dispute';
import { changeChart, closeMonth } from '../acts/payouts';
import { confirmRefund, refund, takeRefund } from '../acts/refund';
import { readBookkeeping } from './bookkeeping';
import { readPayoutMonth } from './payouts';
import { readChart, readJournal } from './journal';

const world = withWorld({ settings: { VAT_ID: '0105566000001' } });

const finance = () => ({ ...world.ctx(), operator: 'staff:stf_fon' });
async function entriesOf(month: Month) {
  const entries: NumberedEntry[] = [];
  for await (const ofDay of readJournal(world.ctx(), month)) entries.push(...ofDay);
  return entries;
}

test('the journal of a month is numbered and balanced, and its payouts and fees are those of the equation', async () => {
  await plantSubscriber(world);
  await livePayments(world, { from: parseDay('2026-12-01'), days: 20, perDay: 2 });
  await issueDocuments(world);
  await goTo(world, '2027-01-12', '09:00');
  await importBankStatement(world);
  await readPayouts(world.db, 'worker', 0);
  const month = '2026-12' as Month;
  const entries = await entriesOf(month);
  expect(entries.map(({ number }) => number)).toEqual(
    entries.map((_, at) => `DRAFT-2026-12-${String(at + 1).padStart(6, '0')}`),
  );
  const lines = entries.flatMap((entry) => entry.lines);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  const of = (account: string) =>
    lines.reduce((sum, line) => (line.account === account ? sum + line.amount : sum), 0);
  const { figures } = await readPayoutMonth(world.ctx(), month);
  expect(of('bank')).toBe(figures.bank);
  expect(of('fees') + of('inputVat')).toBe(figures.fees + figures.vat + figures.transferFees);
  expect(of('owed')).toBe(figures.refunds - figures.gross);
  for (const one of ['2026-11', '2026-12'] as Month[]) await closeMonth(finance(), one);
  expect(await entriesOf(month)).toEqual(
    entries.map(({ number, ...entry }) => ({ ...entry, number: number.replace('DRAFT', 'JV') })),
  );
  await transaction(world.db, (tx) =>
    tx.execute(sql`update bank_transfers set recorded_at = '2027-02-11T03:00:00Z'
      where id = (select bank_transfer_id from gateway_transfers where bank_transfer_id is not null order by id limit 1)`),
  );
  const late = await entriesOf('2027-02' as Month);
  expect(late.filter(({ occasion }) => occasion === 'payout')).toMatchObject([{ day: '2027-02-11' }]);
  const own = { ...(await readChart(world.db)), bank: { code: '1-1101', name: 'SCB 4821' } };
  await changeChart(finance(), own);
  expect(await readChart(world.db)).toEqual(own);
});

test('a lost dispute that is won after its month was closed leaves that month and is an entry of its own', async () => {
  await goTo(world, '2027-06-10', '09:00');
  const payment = await plantPayment(world, 50_000);
  await plantDispute(world, payment, 'lost');
  const [dispute] = await world.db.select().from(disputes).where(eq(disputes.moneyId, payment.moneyId));
  const target = dispute?.id ?? '';
  const asked = { target, why: 'the bank decided' };
  await decideDispute(finance(), { ...asked, decision: 'lost' });
  await goTo(world, '2027-07-05', '09:00');
  const owedIn = async (month: string) =>
    (await entriesOf(month as Month)).flatMap(({ occasion, lines }) =>
      lines.flatMap(({ account, amount }) => (account === 'owed' ? [`${occasion} ${amount}`] : [])),
    );
  const before = await owedIn('2027-06');
  expect(before.toSorted()).toEqual(['received -50000', 'returned 50000']);
  await plantDispute(world, payment, 'won');
  await correctDispute(finance(), asked);
  expect(await owedIn('2027-06')).toEqual(before);
  expect(await owedIn('2027-07')).toEqual(['received -50000']);
});

test('what the journal owes for points at the end of each month is the worth of the outstanding points', async () => {
  await goTo(world, '2027-02-05', '10:00');
  const { accountId } = await plantSubscriber(world);
  const gone = await plantSubscriber(world);
  const move = (kind: 'earned' | 'held', delta: number) =>
    transaction(world.db, (tx) =>
      movePoints(tx, world.now(), [
        { accountId, kind, source: `${kind} ${world.now().toISOString()}`, delta, orderId: null },
      ]),
    );
  const outstanding = async () => {
    const [row] = await world.db
      .select({ points: sql<number>`sum(${pointsBalances.balance})::int` })
      .from(pointsBalances)
      .innerJoin(accounts, eq(accounts.id, pointsBalances.accountId))
      .where(sql`${accounts.deletedAt} is null`);
    return row?.points ?? 0;
  };
  const owedAfter = async (last: string) => {
    let owed = 0;
    for (let month = '2026-11' as Month; month <= last; month = addMonthsTo(month, 1)) {
      const entries = await entriesOf(month);
      for (const { account, amount } of entries.flatMap(({ lines }) => lines))
        if (account === 'points') owed -= amount;
    }
    return owed;
  };
  const [price] = await world.db.execute<{ dearest: number }>(
    sql`select max(list_price)::int as dearest from product_prices where product_code not like 'starter%'`,
  );
  const dearest = price?.dearest ?? 0;
  await move('earned', 400);
  expect(await owedAfter('2027-02')).toBe(pointsWorth(await outstanding(), dearest));
  await goTo(world, '2027-03-05', '10:00');
  await move('held', -150);
  await transaction(world.db, async (tx) => {
    await tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.id, gone.accountId));
    await tx.insert(productPrices).values({
      productCode: 'day-pads',
      version: 99,
      listPrice: dearest + 777,
      validFrom: world.now(),
    });
  });
  expect(await owedAfter('2027-03')).toBe(pointsWorth(await outstanding(), dearest + 777));
  expect(await owedAfter('2027-05')).toBe(await owedAfter('2027-03'));
});

/** What happens to the payment of an order, in the order of its days. */
const HISTORIES: Record<string, (paid: { target: string; chargeId: string }) => Promise<void>> = {
  'is refunded in two parts': async ({ target }) => {
    await refund(finance(), { target, amount: 10_001 });
    await refund(finance(), { target, amount: 3_333, refunded: 10_001 });
  },
  'is lost in a dispute': async ({ target, chargeId }) => {
    await disputed(chargeId, 'lost');
    await decideDispute(finance(), { target, decision: 'lost', why: 'the bank decided' });
  },
  'is refunded in part, lost and won again': async ({ target, chargeId }) => {
    await refund(finance(), { target, amount: 5_555 });
    await disputed(chargeId, 'lost');
    await decideDispute(finance(), { target, decision: 'lost', why: 'the bank decided' });
    await issueDocuments(world);
    await disputed(chargeId, 'won');
    await correctDispute(finance(), { target, why: 'the bank decided' });
  },
  'is refunded by hand': async ({ target }) => {
    const fault = { kind: 'status', args: { status: 400, code: 'failed_refund' } };
    await injectFault(world, { op: 'POST /charges/{id}/refunds', ...fault });
    const { refundId } = await refund(finance(), { target, amount: BY_HAND });
    await takeRefund(finance(), { refundId });
    await confirmRefund(finance(), refundId, '0987654321');
  },
  'is refunded at the dashboard': async ({ chargeId }) => {
    await actOnCharge(world, chargeId, 'refund', false, 4_321);
    await settleDown(world);
  },
};
const BY_HAND = 7_777;
const SURPLUS = 5_000;

async function disputed(chargeId: string, status: 'lost' | 'won') {
  await disputeCharge(world, chargeId, status);
  await settleDown(world);
}

/** A transfer that is too large pays its order, and the rest is sent back. */
async function paySurplus() {
  const person = await plantPending(world);
  const { amount: due, orderId } = person.link;
  const { transferId } = await transfer(world, person, { amount: due + SURPLUS });
  await bookForOrder(finance(), { transferIds: [transferId], orderId, sum: due + SURPLUS, due, why: '' });
  const [rest] = await world.db.select().from(refunds).where(eq(refunds.why, 'surplus'));
  await confirmRefund(finance(), rest?.id ?? '', null);
}

test('after refunds, disputes and transfers of all kinds, the accounts of a month are its payouts, bank and documents', async () => {
  // The receipts of the other tests are issued before this month.
  await goTo(world, '2027-08-31', '10:00');
  await issueDocuments(world);
  await goTo(world, '2027-09-03', '10:00');
  for (const happens of Object.values(HISTORIES)) {
    const { accountId } = await plantSubscriber(world);
    await settleDown(world);
    const [charge] = await gatewayCharges(world, accountId);
    await happens({ target: charge?.metadata.orderId ?? '', chargeId: charge?.id ?? '' });
  }
  await paySurplus();
  await issueDocuments(world);
  await goTo(world, '2027-09-20', '09:00');
  await importBankStatement(world);
  await readPayouts(world.db, 'worker', 0);
  const month = '2027-09' as Month;
  const lines = (await entriesOf(month)).flatMap((entry) => entry.lines);
  const of = (...accounts: string[]) =>
    lines.reduce((sum, line) => (accounts.includes(line.account) ? sum + line.amount : sum), 0);
  const { figures } = await readPayoutMonth(world.ctx(), month);
  const { amount, vat } = await readBookkeeping(world.ctx(), month);
  expect({
    gateway: of('gateway'),
    bank: of('bank'),
    owed: of('owed'),
    sold: of('sales', 'returns', 'outputVat'),
    vat: of('outputVat'),
  }).toEqual({
    gateway: figures.closing - figures.opening,
    bank: figures.bank + figures.direct - BY_HAND - SURPLUS,
    owed: 0,
    sold: -amount,
    vat: -vat,
  });
  expect([figures.refunds, figures.disputes, figures.won].every((sum) => sum > 0)).toBe(true);
});
