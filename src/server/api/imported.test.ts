import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { TOKEN_SCOPES } from '@/domain/api-token';
import { accounts, chargeAttempts, messages, orders, payments, subscriptions } from '@/server/db/schema';
import { inputOf } from '@/testing/access';
import { logInAs, throughTrpc } from '@/testing/callers';
import { movingCells, plantImported } from '@/testing/moving';
import { plantProgram } from '@/testing/programs';
import type { Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { CALLS } from './calls';

/* Sends every command of subscribers and programs for subscriptions that moved in and are not activated. */

const world = withWorld({ cleanup: 'empty' });
const NOWHERE = {
  sessionId: 'none',
  orderId: 'ord_none',
  cardId: 'card_none',
  passkeyId: 'psk_none',
  bankAccountId: 'bac_none',
  refundId: 'rfd_none',
};
/** The commands that are meant to change the subscription: the deletion of the account ends it. */
const ENDS = new Set(['account.delete']);

/** They pay by link, so that no command fails for want of a card. */
async function plant(count: number): Promise<Planted[]> {
  await plantImported(
    world,
    Array.from({ length: count }, (_, n) => movingCells(n, { payment_method: 'offline' })),
  );
  return world.db
    .select({ accountId: accounts.id, subscriptionId: subscriptions.id, email: accounts.email })
    .from(accounts)
    .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id));
}

async function expectNothingBegun(): Promise<void> {
  expect({
    orders: await world.db.$count(orders),
    payments: await world.db.$count(payments),
    attempts: await world.db.$count(chargeAttempts),
    reminders: await world.db.$count(messages, eq(messages.kind, 'order_reminder')),
  }).toEqual({ orders: 0, payments: 0, attempts: 0, reminders: 0 });
}

test('no command of a subscriber plans, charges or starts a subscription that is imported', async () => {
  const commands = CALLS.filter(
    ({ type, meta }) => type === 'mutation' && meta.who !== 'token' && meta.who !== 'operator',
  );
  const people = await plant(commands.length);
  for (const [at, call] of commands.entries()) {
    const person = people[at]!;
    const { code } = await throughTrpc(world, await logInAs(world, person), [
      call.name,
      'mutation',
      inputOf(call, NOWHERE),
    ]);
    const [kept] = await world.db
      .select({ status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.id, person.subscriptionId));
    if (!ENDS.has(call.name)) expect([call.name, code, kept?.status]).toEqual([call.name, code, 'imported']);
    expect([call.name, code]).not.toEqual([call.name, 'INTERNAL']);
  }
  await expectNothingBegun();
});

test('no command of a program plans, charges or starts a subscription that is imported', async () => {
  const commands = CALLS.filter(({ type, meta }) => type === 'mutation' && meta.who === 'token');
  const people = await plant(commands.length);
  const { call } = await plantProgram(world, [...TOKEN_SCOPES], { refundLimit: 100 });
  for (const [at, command] of commands.entries()) {
    const { accountId, subscriptionId } = people[at]!;
    const input = { ...inputOf(command, NOWHERE), version: 1, accountId };
    const { code } = await call(command.meta.rest?.path ?? '', input, { 'idempotency-key': command.name });
    const [kept] = await world.db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
    expect([command.name, code, kept?.status]).toEqual([command.name, code, 'imported']);
  }
  await expectNothingBegun();
});
