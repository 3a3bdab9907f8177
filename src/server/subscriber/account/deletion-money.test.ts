import { eq, sql } from 'drizzle-orm';
import { TRANSFER_HOLD_DAYS } from '@/domain/payment-link';
import { MONEY_ADDRESS_DAYS } from '@/domain/retention';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, payments, subscriptions } from '@/server/db/schema';
import { hashPassword } from '@/server/login/password';
import { startSession } from '@/server/login/session';
import { addCard } from '@/server/money/payment-method/add-card';
import { deepTest } from '@/testing/deep';
import { accountOf, codeOf } from '@/testing/account-caller';
import { createCardToken } from '@/testing/cards';
import { expectInvariants } from '@/testing/invariants';
import { runJobs } from '@/testing/jobs';
import { actOnCharge, disputeCharge, gatewayCharges, setGateway } from '@/testing/providers';
import { GOOD_CARD } from '@/testing/browser';
import { forgetEverybody } from '@/testing/forget-everybody';
import {
  goTo,
  ordersOf,
  pass,
  payWith,
  plantRegistration,
  plantSubscriber,
  refusalOf,
  statusOf,
  type Planted,
} from '@/testing/subscribers';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { dismissStuck } from '@/server/desk/acts/dismiss';
import { confirmRefund } from '@/server/desk/acts/refund';
import { listStuck } from '@/server/desk/acts/stuck';
import { linkOf, openQr, plantOffline, scan, transfer } from '@/testing/offline';
import { withWorld } from '@/testing/with-world';
import { updateAddress } from '@/server/subscriber/plan/plan-commands';
import { updateDetails } from './details';
import { hasMoneyToReturn } from './erasure';

let passwordHash: string;
const world = withWorld();
beforeAll(async () => {
  passwordHash = await hashPassword('correct horse');
});
afterEach(async () => {
  await runJobs();
  await world.sandbox.settled();
  await runJobs();
  await setGateway(world, { threeDS: 'off' });
  await expectInvariants(world);
  await forgetEverybody(world);
  await goTo(world, '2026-11-20', '10:00');
});

const ROUNDS = 12;

/** Starts a session for a seeded subscriber. Returns a browser with the session cookie. */
async function logIn({ accountId }: Planted) {
  const secret = await transaction(world.db, async (tx) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
    return startSession(tx, world.now(), accountId, { device: null, method: 'password' });
  });
  return { cookie: () => `session=${secret}` };
}

async function people(count: number): Promise<Planted[]> {
  const planted: Planted[] = [];
  for (let n = 0; n < count; n++) planted.push(await plantSubscriber(world));
  await runJobs();
  return planted;
}

const remove = (session: { cookie: () => string }) =>
  codeOf(accountOf(session).delete({ password: 'correct horse' }));

test.each(['before', 'after'] as const)(
  'a card whose payment was disputed %s the account was deleted is charged on no other account',
  async (when) => {
    const [person] = await people(1);
    if (!person) throw new Error('nobody was planted');
    const session = await logIn(person);
    const [charge] = await gatewayCharges(world, person.accountId);
    const dispute = async () => {
      await disputeCharge(world, charge?.id ?? '', 'open');
      await world.sandbox.settled();
      await runJobs();
    };
    if (when === 'before') await dispute();
    expect(await remove(session)).toBe('accepted');
    if (when === 'after') await dispute();
    const other = await plantRegistration(world);
    expect(await refusalOf(payWith(world, other))).toBe('CARD_DECLINED disputed');
    await payWith(world, other, { ...GOOD_CARD, number: '5555555555554444' });
    expect(await statusOf(world, other.accountId)).toBe('active');
  },
);

describe('a payment in progress during a deletion', () => {
  /** Moves the clock to the payment date, runs the charge and logs the subscriber in. */
  async function onPaymentDate(person: Planted) {
    await runJobs();
    await goTo(world, '2026-12-31');
    await runBilling(world.ctx());
    return logIn(person);
  }
  const chargesOf = async ({ accountId }: Planted) =>
    (await gatewayCharges(world, accountId)).map((charge) => charge.status);

  test('that was declined is not retried', async () => {
    const person = await plantSubscriber(world, {}, { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' });
    expect(await remove(await onPaymentDate(person))).toBe('accepted');
    for (const day of ['2027-01-01', '2027-01-03', '2027-01-13']) {
      await goTo(world, day);
      await runBilling(world.ctx());
      await runJobs();
    }
    expect(await chargesOf(person)).toEqual(['successful', 'failed']);
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
  });

  test('in 3-D Secure is expired at the gateway first', async () => {
    const person = await plantSubscriber(world);
    await setGateway(world, { threeDS: 'always' });
    const session = await onPaymentDate(person);
    expect(await chargesOf(person)).toEqual(['successful', 'pending']);
    expect(await remove(session)).toBe('accepted');
    expect(await chargesOf(person)).toEqual(['successful', 'expired']);
  });

  test('that still succeeds is refunded after the deletion', async () => {
    const person = await plantSubscriber(world);
    await setGateway(world, { threeDS: 'always' });
    await remove(await onPaymentDate(person));
    const [, open] = await gatewayCharges(world, person.accountId);
    await actOnCharge(world, open?.id ?? '', 'approve', true);
    await world.sandbox.settled();
    await runJobs();
    await runBilling(world.ctx());
    await runJobs();
    const [, late] = await gatewayCharges(world, person.accountId);
    expect(late?.refunds.map((refund) => refund.amount)).toEqual([late?.amount]);
  });
});

test("a QR code paid after the deletion leaves a refund with the recipient's contact until it is made", async () => {
  await setGateway(world, { promptpayRefundable: false });
  const person = await plantOffline(world);
  await goTo(world, '2026-12-31', '09:00');
  await runBilling(world.ctx());
  await runJobs();
  const qr = await openQr(world, person);
  await cancelSubscription(world.ctx(), person.accountId, { reason: 'buyWhenNeed' });
  const [before] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
  expect(await remove(await logIn(person))).toBe('accepted');
  await scan(world, qr);
  const { manualRefunds } = await listStuck(world.ctx());
  expect(manualRefunds.map(({ about }) => about)).toEqual([expect.stringContaining(before?.phone ?? '?')]);
  await confirmRefund({ ...world.ctx(), operator: 'operator' }, manualRefunds[0]?.id ?? '');
  expect(await hasMoneyToReturn(world.db, person.accountId)).toBe(false);
  // Refunds at the gateway only, because the end of each test compares the gateway with the database.
  await setGateway(world, { promptpayRefundable: true });
  await actOnCharge(world, qr.id, 'refund');
});

test('deleting during the billing run either deletes before the charge or is refused; a late charge is refunded', async () => {
  const all = await people(ROUNDS);
  await goTo(world, '2026-12-31');
  const sessions = await Promise.all(all.map(logIn));
  const [, ...codes] = await Promise.all([runBilling(world.ctx()), ...sessions.map(remove)]);
  expect(codes.every((code) => code === 'accepted' || code === 'PAYMENT_PENDING')).toBe(true);
  await runJobs();
  await goTo(world, '2027-01-31');
  await runBilling(world.ctx());
  await runJobs();
  for (const [n, person] of all.entries()) {
    if (codes[n] !== 'accepted') continue;
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    const later = (await gatewayCharges(world, person.accountId)).slice(1);
    const [paid] = await world.db
      .select()
      .from(payments)
      .where(eq(payments.accountId, person.accountId))
      .orderBy(payments.createdAt)
      .offset(1);
    if (paid?.status !== 'succeeded') {
      for (const charge of later.filter((one) => one.status === 'successful')) {
        expect(charge.refunds.map((refund) => refund.amount)).toEqual([charge.amount]);
      }
    }
    expect(later.length).toBeLessThanOrEqual(1);
  }
});

deepTest('deleting during another change leaves nothing of the account, whichever comes second', async () => {
  const all = await people(ROUNDS);
  const sessions = await Promise.all(all.map(logIn));
  // A verified password renews the session of its request.
  const others = await Promise.all(all.map(logIn));
  const token = await createCardToken({ ...GOOD_CARD, number: '5555555555554444', name: 'ZENOBIA' });
  const codes = await Promise.all(
    all.flatMap((person, n) => {
      const session = sessions[n] ?? { cookie: () => '' };
      const changes = [
        updateDetails(world.ctx(), person.accountId, { firstName: 'Zenobia' }),
        updateAddress(world.ctx(), person.accountId, {
          address: 'Zenobia House',
          province: 'Chiang Mai',
          postalCode: '50200',
        }),
        accountOf(others[n] ?? session).updateEmail({
          email: `zenobia${n}@example.test`,
          password: 'correct horse',
        }),
        ...(n === 0 ? [addCard(world.ctx(), person.accountId, { cardToken: token })] : []),
      ];
      return [remove(session), ...changes.map(codeOf)];
    }),
  );
  expect([...new Set(codes)].filter((code) => code !== 'accepted' && code !== 'NOT_LOGGED_IN')).toEqual([]);
  const rows = await world.db.select().from(accounts);
  expect(rows.every((row) => row.deletedAt !== null && row.firstName === 'Deleted')).toBe(true);
  expect(rows.every((row) => row.email === `${row.id}@deleted.invalid`)).toBe(true);
  const live = await world.db.select().from(subscriptions);
  expect(live.every((row) => row.status === 'cancelled')).toBe(true);
  await runJobs();
  expect(world.sandbox.gateway.customers.size()).toBe(0);
});

test('the address kept for a manual refund is deleted after five years, like tax records', async () => {
  const [person] = await people(1);
  if (!person) throw new Error('nobody was planted');
  expect(await remove(await logIn(person))).toBe('accepted');
  await transaction(world.db, async (tx) => {
    await tx.execute(sql`update shipments set status = 'delivered'`);
    await tx.execute(sql`insert into refunds (id, money_id, amount, status, why, created_at)
      select 'rfd_by_hand', id, amount, 'manual', 'operator', now() from money_received`);
  });
  const postalCodeAfter = async (days: number) => {
    const deletedAt = new Date(world.now().getTime() - days * 86_400_000);
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ deletedAt, address: 'Mali, 0812345678', postalCode: '10110' }),
    );
    await runBilling(world.ctx());
    const [row] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    return row?.postalCode;
  };
  expect(await postalCodeAfter(MONEY_ADDRESS_DAYS - 1)).toBe('10110');
  expect(await postalCodeAfter(MONEY_ADDRESS_DAYS)).toBeNull();
  await transaction(world.db, (tx) => tx.execute(sql`delete from refunds where id = 'rfd_by_hand'`));
});

describe('an account that a transfer may concern which is not booked', () => {
  /** Returns a subscriber who cancelled while a link was open, and whose transfer then came with a mistyped reference. */
  async function withTransfer() {
    const person = await plantOffline(world);
    const [, next] = await ordersOf(world, person.accountId);
    await goTo(world, next?.date ?? '', '09:00');
    await runBilling(world.ctx());
    const { reference } = await linkOf(world, person);
    await cancelSubscription(world.ctx(), person.accountId, { reason: 'other' });
    const mistyped = `${reference.slice(0, -1)}${reference.endsWith('X') ? 'Y' : 'X'}`;
    const { transferId } = await transfer(world, person, { reference: mistyped });
    return { ...person, transferId };
  }

  test('is deleted by its owner only after staff decided', async () => {
    const person = await withTransfer();
    expect(await remove(await logIn(person))).toBe('PAYMENT_PENDING');
    expect(await statusOf(world, person.accountId)).toBe('cancelled');
    await dismissStuck(
      { ...world.ctx(), operator: 'operator' },
      { id: person.transferId, why: 'given back' },
    );
    expect(await remove(await logIn(person))).toBe('accepted');
  });

  test('can be deleted by its owner after 30 days without a decision', async () => {
    const person = await withTransfer();
    await pass(world, { days: TRANSFER_HOLD_DAYS, minutes: -1 });
    expect(await remove(await logIn(person))).toBe('PAYMENT_PENDING');
    await pass(world, { minutes: 2 });
    expect(await remove(await logIn(person))).toBe('accepted');
  });
});
