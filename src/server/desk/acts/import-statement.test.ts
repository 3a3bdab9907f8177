import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents, bankTransfers, moneyReceived, paymentLinks, refunds } from '@/server/db/schema';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { queriesOf } from '@/testing/queries';
import { ordersOf, pass, plantRegistration, statusOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { confirmRefund, refund } from './refund';
import { listStuck } from './stuck';
import { confirmTransfer } from './confirm-transfer';
import { importStatement } from './import-statement';

const world = withWorld({ cleanup: 'check' });

const TOTAL = 37_525;
const ctx = () => ({ ...world.ctx(), operator: 'operator:nok' });

/** Plants a registration that waits for a bank transfer. */
async function waiting() {
  const person = await plantRegistration(world);
  const { orderId } = await payFirstOffline(world.ctx(), person.accountId);
  const [link] = await world.db.select().from(paymentLinks).where(eq(paymentLinks.orderId, orderId));
  return { ...person, orderId, reference: link?.reference ?? '' };
}

async function arrives(reference: string, amount = TOTAL, date?: string): Promise<void> {
  await fetch(`${world.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    body: JSON.stringify({ amount, reference, date }),
  });
}
const statement = async (format = '') =>
  (await fetch(`${world.sandboxUrl}/bank/statement.csv?format=${format}`)).text();
const importNow = async (format?: string) => importStatement(ctx(), await statement(format));
const counts = ({
  matched,
  toSendBack,
  mismatched,
  unknown,
  alreadyBooked,
}: Awaited<ReturnType<typeof importNow>>) =>
  [matched, toSendBack, mismatched, unknown, alreadyBooked].map((lines) => lines.length);
const confirm = (target: string, amount = TOTAL, more: { paidOn?: string; line?: string } = {}) =>
  confirmTransfer(ctx(), { target, amount, paidOn: (more.paidOn ?? null) as never, line: more.line ?? null });
const verdicts = async () =>
  (await world.db.select().from(moneyReceived)).map(({ verdict }) => verdict).sort();

/** Returns all rows that an import may write. */
async function written() {
  const tables = [bankTransfers, moneyReceived, refunds, auditEvents] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => world.db.select().from(table))));
}

describe('the bank’s statement', () => {
  test('records matching lines and lists the others; importing the file again changes nothing', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await arrives(`Transfer ${one.reference.slice(0, 4)}-${one.reference.slice(4)} thanks`);
    await arrives(two.reference, TOTAL - 100);
    await arrives('a gift');
    const first = await importNow();
    expect(counts(first)).toEqual([1, 0, 1, 1, 0]);
    expect(first.mismatched[0]).toMatchObject({
      status: 'wrong_amount',
      expected: TOTAL,
      orderId: two.orderId,
      orderNumber: (await ordersOf(world, two.accountId))[0]?.orderNumber,
    });
    expect(first.unknown[0]).toMatchObject({ orderId: null, orderNumber: null });
    expect([await statusOf(world, one.accountId), await statusOf(world, two.accountId)]).toEqual([
      'active',
      'awaiting_payment',
    ]);
    const before = await written();
    await pass(world, { hours: 1 });
    expect(counts(await importNow())).toEqual([0, 0, 1, 1, 1]);
    expect(await written()).toBe(before);
    expect((await listStuck(world.ctx())).transfers).toHaveLength(2);
  });

  test('records two equal transfers; the second one is to be sent back by hand', async () => {
    const { reference } = await waiting();
    await arrives(reference);
    await arrives(reference);
    expect(counts(await importNow())).toEqual([1, 1, 0, 0, 0]);
    expect(await verdicts()).toEqual(['duplicate', 'kept']);
    expect((await listStuck(world.ctx())).manualRefunds).toMatchObject([{ amount: TOTAL }]);
  });

  test('in another export format records and lists nothing a second time', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await arrives(one.reference);
    await arrives(two.reference, 123_450);
    await arrives('a gift');
    expect(counts(await importNow())).toEqual([1, 0, 1, 1, 0]);
    const before = await written();
    expect(counts(await importNow('detailed'))).toEqual([0, 0, 1, 1, 1]);
    expect(await written()).toBe(before);
    await arrives(one.reference);
    expect(counts(await importNow('detailed'))).toEqual([0, 1, 1, 1, 1]);
    expect(counts(await importNow())).toEqual([0, 0, 1, 1, 2]);
    expect(await verdicts()).toEqual(['duplicate', 'kept']);
  });

  test('lists a possible second transfer until a whole day or the operator confirms it', async () => {
    const people = [await waiting(), await waiting()];
    for (const { reference } of people) await arrives(reference);
    await importNow();
    const afternoon = people.map(({ reference }) => `20/11/2026 15:00,375.25,${reference}`);
    const partial = ['Transaction Date,Deposit,Details', ...afternoon].join('\n');
    const answers = [await importStatement(ctx(), partial), await importStatement(ctx(), partial)];
    expect(answers.map(({ doubtful }) => doubtful.length)).toEqual([2, 2]);
    expect(answers.flatMap(counts)).toEqual(Array(10).fill(0));
    const { transfers } = await listStuck(world.ctx());
    expect(transfers.map(({ about }) => about.split(',')[0])).toEqual(['doubtful', 'doubtful']);
    const [one, two] = people;
    const listed = transfers.find(({ orderId }) => orderId === one?.orderId)?.id;
    await expect(confirm(one?.reference ?? '', TOTAL + 1, { line: listed })).rejects.toThrow('has ฿375.25');
    expect(await confirm(one?.reference ?? '', TOTAL, { line: listed })).toMatchObject({
      status: 'duplicate',
    });
    await pass(world, { hours: 5 });
    await arrives(two?.reference ?? '');
    expect(counts(await importNow())).toEqual([0, 1, 0, 0, 2]);
    expect(await verdicts()).toEqual(['duplicate', 'duplicate', 'kept', 'kept']);
  });

  test('compares the lines of a day and amount once, also between lines with references', async () => {
    const { reference } = await waiting();
    const lines = Array.from(
      { length: 5 },
      (_, n) => `2026-11-20,500,${reference}\n2026-11-20,500,gift ${n}`,
    );
    const text = `date,amount,reference\n${lines.join('\n')}\n2026-11-20,600,gift`;
    const sent = await queriesOf(world.db, () => importStatement(ctx(), text));
    const compared = sent.filter((query) => /from "bank_transfers" where .*"amount" = any/.test(query));
    // Once before the first line, and again for both sums while they are locked.
    expect(compared).toHaveLength(2);
    expect((await listStuck(world.ctx())).transfers).toHaveLength(11);
  });

  test('imported by four concurrent calls in both formats records each line once', async () => {
    const { reference } = await waiting();
    for (const text of [reference, 'a gift', 'a gift']) await arrives(text);
    const texts = [await statement(), await statement('detailed')];
    await Promise.all([...texts, ...texts].map((text) => importStatement(ctx(), text)));
    expect(await verdicts()).toEqual(['kept']);
    const rows = await world.db.select().from(bankTransfers);
    expect(rows.map(({ status }) => status).sort()).toEqual([
      'matched',
      'unknown_reference',
      'unknown_reference',
    ]);
  });
});

describe('a transfer confirmed by hand', () => {
  test('pays the order once, by reference or order id, and is audited', async () => {
    const { orderId, accountId } = await waiting();
    expect(await confirm(orderId)).toMatchObject({ status: 'matched', alreadyBooked: false });
    expect(await confirm(orderId)).toMatchObject({ status: 'matched', alreadyBooked: true });
    expect((await ordersOf(world, accountId))[0]?.status).toBe('paid');
    expect(await verdicts()).toEqual(['kept']);
    const audits = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, orderId));
    expect(audits).toMatchObject([{ what: 'transfer.matched', actor: 'operator:nok' }]);
  });

  test('is not booked again by its statement line; a second line is a second transfer', async () => {
    const { orderId, reference } = await waiting();
    await confirm(orderId);
    await arrives(reference);
    expect(counts(await importNow())).toEqual([0, 0, 0, 0, 1]);
    expect(await verdicts()).toEqual(['kept']);
    await arrives(reference);
    expect(counts(await importNow())).toEqual([0, 1, 0, 0, 1]);
    expect(counts(await importNow())).toEqual([0, 0, 0, 0, 2]);
    expect(await verdicts()).toEqual(['duplicate', 'kept']);
  });

  test('equals a statement line of the same or the next day; a later line is doubtful', async () => {
    const [early, late] = [await waiting(), await waiting()];
    await pass(world, { days: 3 });
    for (const { orderId } of [early, late]) await confirm(orderId, TOTAL, { paidOn: '2026-11-21' });
    await arrives(early.reference, TOTAL, '2026-11-20');
    await arrives(late.reference, TOTAL, '2026-11-23');
    const first = await importNow();
    expect([first.doubtful.map(({ orderId }) => orderId), ...counts(first)]).toEqual([
      [late.orderId], 0, 0, 0, 0, 1]); // prettier-ignore
    expect((await importNow('detailed')).doubtful).toHaveLength(1);
    expect(await verdicts()).toEqual(['kept', 'kept']);
  });

  test('and imported at the same time is one transfer', async () => {
    const everybody = await Promise.all(Array.from({ length: 12 }, () => waiting()));
    for (const { reference } of everybody) await arrives(reference);
    await Promise.all([
      importNow(),
      ...everybody.map(async ({ orderId }, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 8));
        // The second call is refused because the transfer is booked.
        await confirm(orderId).catch((error: unknown) =>
          expect(String(error)).toContain('already booked for this order'),
        );
      }),
    ]);
    expect(await verdicts()).toEqual(everybody.map(() => 'kept'));
    expect(counts(await importNow())).toEqual([0, 0, 0, 0, 12]);
  });

  test('is refused for another day or after the statement unless the bank’s line is given', async () => {
    const { orderId, reference } = await waiting();
    await arrives(reference);
    await importNow();
    await expect(confirm(orderId)).rejects.toThrow('already booked for this order');
    await pass(world, { days: 1 });
    await expect(confirm(reference)).rejects.toThrow('already booked for this order');
    expect(await confirm(reference, TOTAL, { line: 'B2' })).toMatchObject({ status: 'duplicate' });
    await arrives(reference, TOTAL);
    expect(counts(await importNow('detailed'))).toEqual([0, 0, 0, 0, 2]);
    expect(await verdicts()).toEqual(['duplicate', 'kept']);
  });

  test('with a wrong amount, a future day or an unknown reference records nothing and can be corrected', async () => {
    const { reference, accountId } = await waiting();
    expect(await confirm(reference, TOTAL + 1)).toMatchObject({ status: 'wrong_amount', expected: TOTAL });
    expect(await confirm(reference, TOTAL, { paidOn: '2026-11-25' })).toMatchObject({ status: 'wrong_date' });
    expect(await confirm('ZZZZZZZZ')).toMatchObject({ status: 'unknown_reference' });
    await expect(confirm('โอนแล้ว')).rejects.toThrow('not a payment reference');
    expect(await verdicts()).toEqual([]);
    expect(await confirm(reference)).toMatchObject({ status: 'matched' });
    expect(await statusOf(world, accountId)).toBe('active');
  });

  test('is refunded by hand, and the refund is booked once the operator confirms it', async () => {
    const { orderId, accountId } = await waiting();
    await confirm(orderId);
    const { refundId, status } = await refund(ctx(), { target: orderId, amount: null });
    expect(status).toBe('manual');
    expect((await ordersOf(world, accountId))[0]?.status).toBe('paid');
    await confirmRefund(ctx(), refundId);
    expect((await ordersOf(world, accountId))[0]?.status).toBe('refunded');
  });

  test('for an unknown order or one without a payment link is refused', async () => {
    const { accountId, orderId } = await waiting();
    await expect(confirm('ord_nothing')).rejects.toThrow('There is no order');
    await confirm(orderId);
    const [, upcoming] = await ordersOf(world, accountId);
    await expect(confirm(upcoming?.id ?? '')).rejects.toThrow('has no payment link');
  });
});
