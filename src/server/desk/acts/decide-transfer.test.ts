import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  accounts,
  auditEvents,
  bankTransfers,
  documents,
  messages,
  moneyReceived,
  orders,
  payments,
  refunds,
  staff,
} from '@/server/db/schema';
import { transaction } from '@/server/db';
import { containedVat } from '@/domain/price';
import { moneyOf, newestQr, openQr, plantOffline, plantPending, scan, transfer } from '@/testing/offline';
import { expectInvariants } from '@/testing/invariants';
import { plantMember } from '@/testing/desk';
import { pass, statusOf } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { proposeOrders } from '../reads/transfer-proposals';
import { askForRest } from './ask-for-rest';
import { confirmTransfer } from './confirm-transfer';
import { bookForOrder, refundTransfer, setShortageLimit } from './decide-transfer';
import { confirmRefund } from './refund';
import { listStuck } from './stuck';

const world = withWorld({ cleanup: 'check' });
const ctx = () => ({ ...world.ctx(), operator: 'operator:fon' });

type Person = Awaited<ReturnType<typeof plantPending>>;

/** A transfer for the person's link that differs from what is due, in satang. */
async function arrives(person: Person, difference: number, more: { reference?: string } = {}) {
  const { transferId } = await transfer(world, person, { amount: person.link.amount + difference, ...more });
  return transferId;
}
const book = (person: Person, ids: string[], sum: number, why = 'fee of her bank') =>
  bookForOrder(ctx(), {
    transferIds: ids,
    orderId: person.link.orderId,
    sum,
    due: person.link.amount,
    why,
  });
const orderOf = async ({ link }: Person) =>
  (await world.db.select().from(orders).where(eq(orders.id, link.orderId)))[0];
const refundsOf = async ({ link }: Pick<Person, 'link'>) =>
  world.db
    .select({ id: refunds.id, amount: refunds.amount, status: refunds.status, why: refunds.why })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .where(eq(moneyReceived.orderId, link.orderId));
const said = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );

describe('a transfer that is short', () => {
  test('becomes a discount of its order: receipt and VAT are of what arrived', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, -300);
    const due = person.link.amount;
    expect(await book(person, [id], due - 300)).toEqual({ status: 'matched', waived: 300, surplus: 0 });
    expect(await orderOf(person)).toMatchObject({ status: 'paid', total: due - 300, waived: 300 });
    const [payment] = await world.db.select().from(payments).where(eq(payments.orderId, person.link.orderId));
    expect(payment).toMatchObject({ status: 'succeeded', amount: due - 300 });
    expect(await statusOf(world, person.accountId)).toBe('active');
    await settleDown(world);
    const [receipt] = await world.db
      .select()
      .from(documents)
      .where(eq(documents.orderId, person.link.orderId));
    expect(receipt).toMatchObject({ amount: due - 300, vat: containedVat(due - 300) });
    expect(receipt?.content).toMatchObject({ waived: 300 });
    expect((await listStuck(world.ctx())).transfers).toEqual([]);
  });

  test('is not accepted above the limit, without a reason, or with amounts that were not shown', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, -600);
    const sum = person.link.amount - 600;
    expect(await said(book(person, [id], sum))).toContain('short by at most ฿5.00');
    await setShortageLimit(ctx(), 600);
    expect(await said(book(person, [id], sum, '  '))).toBe('Give the reason.');
    expect(await said(book(person, [id], sum + 1))).toContain('The amounts have changed');
    expect(await orderOf(person)).toMatchObject({ waived: 0, total: person.link.amount });
    expect(await book(person, [id], sum)).toMatchObject({ status: 'matched', waived: 600 });
    expect(await said(setShortageLimit(ctx(), 10_001))).toContain('from ฿0 to ฿100.00');
  });

  test('asks its payer once for the rest, and both are booked together', async () => {
    const person = await plantPending(world);
    // Found without a reference by its amount, it is found again by the question about it.
    const [first, due] = [await arrives(person, -1500, { reference: 'rent' }), person.link.amount];
    const ask = () => askForRest(ctx(), { transferId: first, orderId: person.link.orderId });
    expect(await proposeOrders(world.ctx(), first)).toMatchObject({ askedAt: null });
    await ask();
    await ask();
    const asked = await world.db.select().from(messages).where(eq(messages.kind, 'transfer_short'));
    expect(asked.map(({ payload }) => payload)).toMatchObject([{ rest: 1500, received: due - 1500, due }]);
    expect((await proposeOrders(world.ctx(), first)).askedAt).toBe(asked[0]?.createdAt.toISOString());
    const second = await arrives(person, 1500 - due);
    const proposed = await proposeOrders(world.ctx(), second);
    expect(proposed.proposals).toMatchObject([
      { orderId: person.link.orderId, others: [{ transferId: first, amount: due - 1500 }] },
    ]);
    expect(await book(person, [first, second], due)).toMatchObject({ status: 'matched', waived: 0 });
    expect(await moneyOf(world, person)).toEqual(['bank kept']);
    expect(await said(ask())).toContain('was booked meanwhile');
  });

  test('of an order that was paid meanwhile is given back whole, and lowers no price', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, -300);
    await scan(world, await openQr(world, person));
    const sum = person.link.amount - 300;
    expect(await book(person, [id], sum)).toEqual({ status: 'duplicate', waived: 0, surplus: 0 });
    expect(await orderOf(person)).toMatchObject({ total: person.link.amount, waived: 0 });
    expect(await refundsOf(person)).toMatchObject([{ amount: sum, status: 'manual' }]);
  });
});

test('a registration that a transfer may concern waits for three weeks and more, until it is decided', async () => {
  const person = await plantPending(world);
  const id = await arrives(person, -400);
  await pass(world, { days: 25 });
  await settleDown(world);
  await expectInvariants(world);
  expect(await statusOf(world, person.accountId)).toBe('awaiting_payment');
  expect(await book(person, [id], person.link.amount - 400)).toMatchObject({ waived: 400 });
  expect(await statusOf(world, person.accountId)).toBe('active');
});

describe('a transfer that is too much', () => {
  test('pays its order, and the rest is given back by hand with a message', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, 1000);
    expect(await book(person, [id], person.link.amount + 1000)).toMatchObject({
      status: 'matched',
      surplus: 1000,
    });
    expect(await orderOf(person)).toMatchObject({ status: 'paid', total: person.link.amount });
    const [refund] = await refundsOf(person);
    expect(refund).toMatchObject({ amount: 1000, status: 'manual', why: 'surplus' });
    await confirmRefund(ctx(), refund?.id ?? '');
    const told = await world.db.select().from(messages).where(eq(messages.kind, 'refunded'));
    expect(told.map(({ payload }) => payload)).toMatchObject([{ amount: 1000, why: 'surplus' }]);
  });
});

describe('one transfer', () => {
  test('is neither decided nor confirmed by a member of the staff who is its payer', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, 0, { reference: 'nothing' });
    const { staffId } = await plantMember(world, 'finance');
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    const { email = '', emailNorm = '' } = account ?? {};
    await transaction(world.db, (tx) =>
      tx.update(staff).set({ email, emailNorm }).where(eq(staff.id, staffId)),
    );
    const own = { ...world.ctx(), operator: `staff:${staffId}` };
    const [orderId, amount] = [person.link.orderId, person.link.amount];
    const asked = { transferIds: [id], orderId, sum: amount, due: amount, why: '' };
    expect(await said(bookForOrder(own, asked))).toBe('OWN_ACCOUNT');
    expect(await said(refundTransfer(own, { transferId: id, orderId, why: 'mine' }))).toBe('OWN_ACCOUNT');
    for (const line of [id, null, 'of no statement'])
      expect(await said(confirmTransfer(own, { target: orderId, amount, paidOn: null, line }))).toBe(
        'OWN_ACCOUNT',
      );
    expect(await book(person, [id], amount)).toMatchObject({ status: 'matched' });
  });

  test('is booked once, although two members decide at the same moment', async () => {
    const [one, other] = [await plantPending(world), await plantPending(world)];
    const id = await arrives(one, 0, { reference: 'no reference' });
    const sum = one.link.amount;
    const results = await Promise.all([
      said(book(one, [id], sum)),
      said(book(other, [id], sum)),
      said(refundTransfer(ctx(), { transferId: id, orderId: null, why: 'unknown payer' })),
      said(book(one, [id], sum)),
    ]);
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    const [row] = await world.db.select().from(bankTransfers).where(eq(bankTransfers.id, id));
    const received = await world.db.select().from(moneyReceived);
    expect(received.map(({ amount, id: moneyId }) => [amount, moneyId])).toEqual([[sum, row?.moneyId]]);
  });

  test('is booked while its QR code is paid: one of them is kept, the other is given back', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, -200);
    await openQr(world, person);
    const charge = await newestQr(world, person);
    const [booked] = await Promise.all([
      said(book(person, [id], person.link.amount - 200)),
      scan(world, charge),
    ]);
    await settleDown(world);
    expect(booked).toBe('done');
    expect((await moneyOf(world, person)).filter((one) => one.endsWith('kept'))).toHaveLength(1);
    expect(await refundsOf(person)).toHaveLength(1);
  });

  test('without a known payer is given back by hand, with a reason in the audit', async () => {
    const person = await plantPending(world);
    const id = await arrives(person, 0, { reference: 'a gift' });
    expect(await said(refundTransfer(ctx(), { transferId: id, orderId: null, why: ' ' }))).toBe(
      'Give the reason.',
    );
    await refundTransfer(ctx(), { transferId: id, orderId: null, why: 'not ours' });
    expect((await listStuck(world.ctx())).manualRefunds).toMatchObject([{ amount: person.link.amount }]);
    const [event] = await world.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.what, 'transfer.returned'), eq(auditEvents.subject, id)));
    expect(event).toMatchObject({ actor: 'operator:fon', detail: { why: 'not ours' } });
    expect(await said(proposeOrders(world.ctx(), id))).toContain('was booked meanwhile');
  });

  test('is proposed for no order that is paid, and an unknown one is refused', async () => {
    const paid = await plantOffline(world);
    const { transferId } = await transfer(world, paid, { reference: 'nothing' });
    expect((await proposeOrders(world.ctx(), transferId)).proposals).toEqual([]);
    expect(await said(proposeOrders(world.ctx(), 'trf_none'))).toBe('There is no transfer trf_none.');
  });
});
