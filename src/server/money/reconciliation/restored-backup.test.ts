import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBilling } from '@/server/work/jobs/run';
import { transaction } from '@/server/db';
import { accounts, cards, flags, moneyReceived, refunds } from '@/server/db/schema';
import { createCharge } from '@/server/gateways/omise/charges';
import { pauseBilling } from '@/server/desk/acts/switches';
import { deepTest } from '@/testing/deep';
import { gatewayCharges, injectFault } from '@/testing/providers';
import { goTo, ordersOf, walkSubscriber, messageKindsOf, type Planted } from '@/testing/subscribers';
import { settleDown, withWorld } from '@/testing/with-world';
import { reconcileNow } from './reconcile';

const world = withWorld({ cleanup: 'check' });
// Each test begins before the first reconciliation.
beforeEach(() => transaction(world.db, (tx) => tx.delete(flags).where(eq(flags.name, 'reconciliation'))));
afterEach(async () => {
  await pause(false);
});

const DUE = '2026-12-31';
const pause = (paused: boolean) => pauseBilling({ ...world.ctx(), operator: 'operator:nok' }, paused);
const money = async () => (await world.db.select().from(moneyReceived)).map((row) => row.verdict).sort();
const webhooksLost = () => injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });

/** Makes a charge after the backup: the gateway has it, and the database has no attempt. */
async function chargedSince(person: Planted, orderId: string, attemptId = 'att_since_the_backup') {
  const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
  const [card] = await world.db.select().from(cards).where(eq(cards.accountId, person.accountId));
  await createCharge({
    attemptId,
    orderId,
    accountId: person.accountId,
    amount: 37_525,
    customerId: account?.omiseCustomerId ?? '',
    cardId: card?.omiseCardId ?? '',
    returnUri: 'http://localhost/account',
    initiator: 'merchant',
  });
}

const dueOrder = async ({ accountId }: Planted) =>
  (await ordersOf(world, accountId)).find(({ date }) => date === DUE);

/**
 * Creates a subscriber whose renewal was paid after the backup. Billing is paused and the payment date has
 * begun.
 */
async function restored(day = DUE) {
  await goTo(world, '2026-11-20', '10:00');
  const person = await walkSubscriber(world);
  await settleDown(world);
  await pause(true);
  await goTo(world, day, '10:00');
  await runBilling(world.ctx());
  return { ...person, orderId: (await dueOrder(person))?.id ?? '' };
}

describe('a database that is behind the gateway after restoring a backup', () => {
  test("finds a charge in the gateway's list, marks the order paid and does not charge it again", async () => {
    await webhooksLost();
    const person = await restored();
    await chargedSince(person, person.orderId);
    expect(await reconcileNow(world.ctx())).toMatchObject({ found: 1, failed: 0 });
    expect(await dueOrder(person)).toMatchObject({ status: 'paid', payment: 'succeeded', paidOn: DUE });
    await pause(false);
    await runBilling(world.ctx());
    await settleDown(world);
    expect(await gatewayCharges(world, person.accountId)).toHaveLength(2);
    expect(await money()).toEqual(['kept', 'kept']);
    expect(await messageKindsOf(world, person.accountId)).toEqual(['box_late', 'order_paid', 'order_paid']);
  });

  deepTest('settles a charge from its webhook and does not refund it', async () => {
    const person = await restored();
    await chargedSince(person, person.orderId);
    await settleDown(world);
    expect(await dueOrder(person)).toMatchObject({ status: 'paid' });
    expect(await money()).toEqual(['kept', 'kept']);
    expect(await world.db.select().from(refunds)).toEqual([]);
  });

  deepTest('records the charge once the payment date has begun', async () => {
    await webhooksLost();
    const person = await restored('2026-12-30');
    await chargedSince(person, person.orderId);
    // The list of charges and the list of transactions have it.
    expect(await reconcileNow(world.ctx())).toMatchObject({ found: 0, failed: 2 });
    expect(await money()).toEqual(['kept']);
    await goTo(world, DUE, '10:00');
    // Begins the payment date, then reconciles.
    await runBilling(world.ctx());
    expect(await dueOrder(person)).toMatchObject({ status: 'paid' });
    expect(await money()).toEqual(['kept', 'kept']);
  });

  test('records one of two such charges and refunds the other', async () => {
    await webhooksLost();
    const person = await restored();
    await chargedSince(person, person.orderId, 'att_one');
    await chargedSince(person, person.orderId, 'att_two');
    expect(await reconcileNow(world.ctx())).toMatchObject({ found: 2 });
    expect(await money()).toEqual(['duplicate', 'kept', 'kept']);
  });
});
