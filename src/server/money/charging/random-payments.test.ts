import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { addDays, dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { followLink, payFirstByBankAccount, startBankLink } from '@/server/money/checkout/bank-link';
import { payFirstOrder } from '@/server/money/checkout/first-payment';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { settleAndGetRegistration } from '@/server/subscriber/account/queries';
import { transaction } from '@/server/db';
import { cards, moneyReceived, orders, refunds } from '@/server/db/schema';
import { runBilling } from '@/server/work/jobs/run';
import { PAY_APPS } from '@/domain/pay-app';
import { nextQr } from '@/server/money/payment-links/next-qr';
import { payByApp } from '@/server/money/payment-links/pay-by-app';
import { findPendingPayment } from '@/server/money/payment-links/queries';
import { requestPaymentLink } from '@/server/money/payment-links/request-link';
import { repairByCard } from '@/server/subscriber/message-links/repair-by-card';
import { repairByApp, repairByQr } from '@/server/subscriber/message-links/repair-by-qr';
import { viewRepair } from '@/server/subscriber/message-links/repair-page';
import { addCard } from '@/server/money/payment-method/add-card';
import { updateCard } from '@/server/money/payment-method/change-card';
import { removeBankAccount } from '@/server/money/bank-accounts/delete-link';
import { convertToBankAccount } from '@/server/money/payment-method/convert-bank-account';
import { convertToCard } from '@/server/money/payment-method/convert-card';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { orderNow } from '@/server/subscriber/plan/order-now';
import { reactivate } from '@/server/subscriber/plan/reactivate';
import { getReactivationOptions } from '@/server/subscriber/plan/reactivation-options';
import { bankAccountsOf, linkBankAccount } from '@/testing/bank-accounts';
import { GOOD_CARD } from '@/testing/browser';
import { createCardToken, type TestCard } from '@/testing/cards';
import { ADDRESS, linkOf, plantOffline } from '@/testing/offline';
import {
  actOnCharge,
  actOnLink,
  clearFaults,
  gatewayCharges,
  injectFault,
  setGateway,
} from '@/testing/providers';
import { repairTokensOf } from '@/testing/repair-links';
import {
  attemptsOf,
  goTo,
  pass,
  plantRegistration,
  plantSubscriber,
  type Planted,
} from '@/testing/subscribers';
import { dropQueuedMessages, settleDown, withWorld } from '@/testing/with-world';
import { totalsOf } from './expected-total';

/* Subscribers pay at random, by all purposes and means, in two sessions, with faults. An oracle counts the money. */

/** Each seed is a test of its own, so that a long run can go on where it stopped. */
const SEEDS = inject('isDeep') ? 250 : 1;
const SCRIPTS_PER_SEED = inject('isDeep') ? 40 : 8;
const ROUNDS = inject('isDeep') ? 5 : 3;

const world = withWorld({ cleanup: 'check', settings: { CHARGE_TIMEOUT_MS: '1000' } });

const CARDS: TestCard[] = [
  GOOD_CARD,
  { number: '5555555555554444' },
  { number: '4111111111140011' },
  { number: '3530111333300000', name: 'FAKE 3DS' },
];
const FAULTS = [
  { op: 'POST /charges', kind: 'reset', args: { after: true } },
  { op: 'POST /charges', kind: 'status', args: { status: 500 } },
  { op: 'POST /charges', kind: 'status', args: { status: 429 } },
  { op: 'POST /charges', kind: 'status', args: { status: 400, code: 'insufficient_fund' } },
  { op: 'POST /charges/{id}/expire', kind: 'status', args: { status: 500 } },
  { op: 'GET /charges/{id}', kind: 'status', args: { status: 503 } },
  { op: 'webhook', kind: 'drop' },
  { op: 'webhook', kind: 'duplicate', args: { count: 3 } },
  { op: 'PATCH /customers/{id}', kind: 'status', args: { status: 500 } },
  { op: 'POST /linked_accounts', kind: 'reset', args: { after: true } },
  { op: 'GET /linked_accounts/{id}', kind: 'status', args: { status: 503 } },
];
/** The last digits of the bank accounts: three that pay, and one for each decline. */
const BANK_ACCOUNTS = ['1234', '1234', '1234', '0011', '0013', '0017', '0029'];

/** Returns numbers from 0 to below 1 that the seed determines. */
function numbersOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
type Pick = <T>(from: readonly T[]) => T;

interface Script extends Planted {
  kind: 'registration' | 'card' | 'bank' | 'offline';
  token: string;
  /** The totals that this subscriber agreed to pay at a screen. */
  shown: Set<number>;
  /** The ids of the attempts from before the script. */
  earlier: Set<string>;
}

/** A call with the total that its screen showed. */
type Act = (script: Script, pick: Pick) => Promise<unknown>;

const ctx = () => world.ctx();

/** Reads the screen, waits as a subscriber does, and pays what it showed. */
async function agree<T>(
  { shown }: Script,
  read: () => Promise<number | null | undefined>,
  pay: (expectedTotal: number) => Promise<T>,
): Promise<T> {
  const total = (await read()) ?? 0;
  shown.add(total);
  return pay(total);
}

async function tokenFor(script: Script, pick: Pick): Promise<string> {
  if (!script.token || pick([true, true, false])) script.token = await createCardToken(pick(CARDS));
  return script.token;
}
const pending = ({ accountId }: Script) => findPendingPayment(ctx(), accountId);
const owed = async (script: Script) => (await pending(script))?.amount;
const owedToNextCard = async (script: Script) => {
  const payment = await pending(script);
  return payment?.nextCardPays ? payment.amount : 0;
};
const cardIdOf = async ({ accountId }: Script, pick: Pick) =>
  pick([...(await world.db.select().from(cards).where(eq(cards.accountId, accountId)))])?.id ?? '';

const atStep4 = <T>(script: Script, pay: (total: number) => Promise<T>) =>
  agree(script, async () => (await settleAndGetRegistration(ctx(), script.accountId)).totals.total, pay);

const register: Act[] = [
  async (script, pick) => {
    const token = await tokenFor(script, pick);
    return atStep4(script, (total) => payFirstOrder(ctx(), script.accountId, token, total));
  },
  (script) => atStep4(script, (total) => payFirstOffline(ctx(), script.accountId, total)),
  async (script, pick) => {
    const digits = pick(BANK_ACCOUNTS);
    const { bankAccountId } = await atStep4(script, (expectedTotal) =>
      startBankLink(ctx(), script.accountId, { bank: 'scb', expectedTotal }),
    );
    const begun = (await bankAccountsOf(world, script.accountId)).find(({ id }) => id === bankAccountId);
    await actOnLink(world, begun?.linkedAccountId ?? '', 'approve', digits).catch(() => null);
    return followLink(ctx(), bankAccountId);
  },
  (script) => atStep4(script, (total) => payFirstByBankAccount(ctx(), script.accountId, total)),
];
const subscribe: Act[] = [
  async (script, pick) => {
    const request = { later: pick(['keep', 'restart'] as const) };
    return agree(
      script,
      async () => (await orderNow(ctx(), script.accountId, { ...request, preview: true })).total,
      (expectedTotal) => orderNow(ctx(), script.accountId, { ...request, expectedTotal }),
    );
  },
  async (script, pick) => {
    const cardToken = await tokenFor(script, pick);
    const makeDefault = pick([true, false, undefined]);
    return agree(
      script,
      () => owedToNextCard(script),
      (expectedTotal) => addCard(ctx(), script.accountId, { cardToken, makeDefault, expectedTotal }),
    );
  },
  async (script, pick) => {
    const cardId = await cardIdOf(script, pick);
    return agree(
      script,
      () => owedToNextCard(script),
      (expectedTotal) => updateCard(ctx(), script.accountId, { cardId, makeDefault: true, expectedTotal }),
    );
  },
  async (script, pick) => {
    const card = pick([true, false])
      ? { cardToken: await tokenFor(script, pick) }
      : { cardId: await cardIdOf(script, pick) };
    return agree(
      script,
      () => owed(script),
      (expectedTotal) => convertToCard(ctx(), script.accountId, { ...card, expectedTotal }),
    );
  },
  (script) => convertToOffline(ctx(), script.accountId),
  async (script, pick) => {
    const digits = pick(BANK_ACCOUNTS);
    const [last] = (await bankAccountsOf(world, script.accountId)).slice(-1);
    if (last?.status !== 'linked' || pick([true, false]))
      await linkBankAccount(world, script.accountId, digits);
    return agree(
      script,
      () => owed(script),
      (expectedTotal) => convertToBankAccount(ctx(), script.accountId, expectedTotal),
    );
  },
  async ({ accountId }, pick) => {
    const bankAccountId = pick(await bankAccountsOf(world, accountId))?.id ?? '';
    return removeBankAccount(ctx(), accountId, { bankAccountId });
  },
  async (script) => {
    await requestPaymentLink(ctx(), script.accountId);
    script.shown.add((await linkOf(world, script)).amount);
  },
  async (script) => {
    const { token, amount } = await linkOf(world, script);
    script.shown.add(amount);
    return nextQr(ctx(), token, ADDRESS);
  },
  async (script, pick) => {
    const { token, amount } = await linkOf(world, script);
    script.shown.add(amount);
    return payByApp(ctx(), token, { app: pick(PAY_APPS), locale: 'en', address: ADDRESS, device: null });
  },
  (script) => cancelSubscription(ctx(), script.accountId, { reason: 'other' }),
  async (script) =>
    agree(
      script,
      async () => (await getReactivationOptions(ctx(), script.accountId)).chargedNow,
      (expectedTotal) => reactivate(ctx(), script.accountId, { when: 'now', frequency: 1, expectedTotal }),
    ),
  async (script, pick) => {
    const [token = ''] = (await repairTokensOf(world, script.accountId)).slice(-1);
    const cardToken = await tokenFor(script, pick);
    return agree(
      script,
      async () => (await viewRepair(ctx(), token)).amount,
      (expectedTotal) => repairByCard(ctx(), token, { cardToken, expectedTotal }),
    );
  },
  async (script) => {
    const [token = ''] = (await repairTokensOf(world, script.accountId)).slice(-1);
    return agree(
      script,
      async () => (await viewRepair(ctx(), token)).amount,
      (expectedTotal) => repairByQr(ctx(), token, { expectedTotal, address: ADDRESS }),
    );
  },
  async (script, pick) => {
    const [token = ''] = (await repairTokensOf(world, script.accountId)).slice(-1);
    const wanted = { app: pick(PAY_APPS), locale: 'en', address: ADDRESS, device: null } as const;
    return agree(
      script,
      async () => (await viewRepair(ctx(), token)).amount,
      (expectedTotal) => repairByApp(ctx(), token, { ...wanted, expectedTotal }),
    );
  },
];
/** What the subscriber does at the bank: confirms, rejects, or pays a code. */
const atTheBank: Act = async ({ accountId }, pick) => {
  const open = (await gatewayCharges(world, accountId)).filter(({ status }) => status === 'pending');
  if (open.length === 0) return;
  const charge = pick(open);
  const action = charge.authorizeUri ? pick(['approve', 'decline'] as const) : 'pay';
  await actOnCharge(world, charge.id, action).catch(() => null);
};

/** Runs an act. Every refusal is allowed; any other error is a defect. */
async function run(act: Act, script: Script, pick: Pick): Promise<void> {
  try {
    await act(script, pick);
  } catch (error) {
    const isNoLink = error instanceof Error && error.message === 'no link was made';
    if (!(error instanceof AppError) && !isNoLink) throw error;
  }
}

async function plant(n: number): Promise<Script> {
  const kinds = ['registration', 'card', 'bank', 'offline'] as const;
  const kind = kinds[n % kinds.length] ?? 'card';
  const subscriber = plantSubscriber;
  const plants = {
    registration: plantRegistration,
    card: subscriber,
    bank: subscriber,
    offline: plantOffline,
  };
  const planted = await plants[kind](world);
  if (kind === 'bank') {
    await linkBankAccount(world, planted.accountId, BANK_ACCOUNTS[n % BANK_ACCOUNTS.length]);
    await convertToBankAccount(ctx(), planted.accountId);
  }
  const earlier = new Set((await attemptsOf(world, planted.accountId)).map(({ id }) => id));
  return { ...planted, kind, token: '', shown: new Set(), earlier };
}

/** Returns what the operator has to give back of each charge, in satang: the gateway refunds no bank account. */
async function listedByCharge(): Promise<Map<string, number>> {
  const rows = await world.db
    .select({ chargeId: moneyReceived.providerRef, amount: refunds.amount })
    .from(refunds)
    .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
    .where(eq(refunds.status, 'manual'));
  return new Map(rows.map(({ chargeId, amount }) => [chargeId, amount]));
}

/** Charges of an order at the gateway and by bank transfer that were not given back. */
async function faultsOf({ accountId, shown, earlier }: Script): Promise<string[]> {
  const charges = (await gatewayCharges(world, accountId)).filter(({ status }) => status === 'successful');
  const rows = await world.db.select().from(orders).where(eq(orders.accountId, accountId));
  const attempts = await attemptsOf(world, accountId);
  const listed = await listedByCharge();
  const faults: string[] = [];
  for (const order of rows) {
    const kept = charges.filter(
      ({ id, metadata, amount, refunds: made }) =>
        metadata.orderId === order.id &&
        amount > made.reduce((sum, refund) => sum + refund.amount, listed.get(id) ?? 0),
    );
    if (kept.length > 1) faults.push(`${kept.length} charges of order ${order.id}`);
    if (kept.some(({ amount }) => amount !== totalsOf(order).total))
      faults.push(`another total of ${order.id}`);
    if (kept.length > 0 && order.status !== 'paid' && order.status !== 'refunded')
      faults.push(`a charge of order ${order.id}, which is ${order.status}`);
  }
  const unseen = attempts.filter(
    ({ id, trigger, amount }) =>
      !['billing_run', 'retry'].includes(trigger) && !earlier.has(id) && !shown.has(amount),
  );
  return [...faults, ...unseen.map(({ amount }) => `a charge of ${amount}, which no screen showed`)];
}

async function playSeed(seed: number, size: number): Promise<string[]> {
  const next = numbersOf(seed);
  const pick: Pick = (from) => from[Math.floor(next() * from.length)] as (typeof from)[number];
  await goTo(world, '2026-11-20', '10:00');
  await setGateway(world, { promptpayRefundable: true });
  const scripts: Script[] = [];
  for (let n = 0; n < size; n += 1) scripts.push(await plant(n));
  await settleDown(world);
  for (let round = 0; round < ROUNDS; round += 1) {
    await setGateway(world, {
      threeDS: pick(['off', 'off', 'cit'] as const),
      bankAnswersLater: pick([true, false]),
    });
    for (let n = 0; n < size / 8; n += 1) await injectFault(world, { ...pick(FAULTS), times: 1 });
    const acts = scripts.flatMap((script) => {
      const own = script.kind === 'registration' && round < 2 ? register : subscribe;
      const sessions = pick([[pick(own)], [pick(own), pick(own)], [atTheBank], [atTheBank, pick(own)]]);
      return sessions.map((act) => run(act, script, pick));
    });
    if (round === 1) await raisePrices(seed);
    await Promise.all(acts);
    await clearFaults(world);
    if (round === 1) await goTo(world, '2026-12-31', '09:00');
    else await pass(world, pick([{ minutes: 1 }, { minutes: 25 }, { hours: 26 }]));
    await runBilling(ctx());
  }
  await settle();
  const faults = await Promise.all(scripts.map(faultsOf));
  return faults.flat().map((fault) => `seed ${seed}: ${fault}`);
}

/** Raises a price while subscribers pay: some have seen the old total, others see the new one. */
const raisePrices = (seed: number) =>
  transaction(world.db, (tx) =>
    tx.execute(sql`insert into product_prices values ('day-pads', ${100 + seed}, ${16_900 + seed},
      ${world.now().toISOString()})`),
  );
const lowerPrices = () =>
  transaction(world.db, (tx) => tx.execute(sql`delete from product_prices where version >= 100`));

/** Lets all open charges end: the gateway answers, codes and challenges expire, refunds are made. */
async function settle(): Promise<void> {
  await setGateway(world, { threeDS: 'off', bankAnswersLater: false });
  for (let day = 1; day <= 3; day += 1) {
    await goTo(world, addDays(dayOf(world.now()), 1), '12:00');
    await runBilling(ctx());
    await dropQueuedMessages(world);
    await settleDown(world);
  }
}

test.each(Array.from({ length: SEEDS }, (_, n) => n + 1))(
  'a subscriber who pays at random is charged what a screen showed, at most once for an order (seed %i)',
  async (seed) => {
    try {
      expect(await playSeed(seed, SCRIPTS_PER_SEED)).toEqual([]);
    } finally {
      await lowerPrices();
    }
  },
  120_000,
);
