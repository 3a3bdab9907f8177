import { desc, eq } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { bankTransfers, moneyReceived, orders, paymentLinks, refunds } from '@/server/db/schema';
import { nextQr } from '@/server/links/next-qr';
import { payFirstOffline } from '@/server/checkout/first-payment-offline';
import { bookTransfer, type Transfer } from '@/server/links/book-transfer';
import { settleDown } from './with-world';
import { actOnCharge, gatewayCharges, type GatewayCharge } from './outside';
import { plantRegistration, type Planted } from './subscribers';
import type { World } from './world';

/** The address of all callers here, for rate limits. */
export const ADDRESS = '203.0.113.9';

/** The newest link of an account. */
export async function linkOf(world: World, { accountId }: Pick<Planted, 'accountId'>) {
  const [row] = await world.db
    .select({ link: paymentLinks })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(paymentLinks.createdAt), desc(paymentLinks.id));
  if (!row) throw new Error('no link was made');
  return row.link;
}

/** Counts the links of an account by status. */
export async function linksOf(world: World, { accountId }: Pick<Planted, 'accountId'>): Promise<string[]> {
  const rows = await world.db
    .select({ status: paymentLinks.status })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(eq(orders.accountId, accountId))
    .orderBy(paymentLinks.createdAt, paymentLinks.id);
  return rows.map((row) => row.status);
}

/** Creates a registration that chose to pay offline. Its link is open and unpaid. */
export async function plantPending(world: World, wish: Parameters<typeof plantRegistration>[1] = {}) {
  const person = await plantRegistration(world, wish);
  await payFirstOffline(world.ctx(), person.accountId);
  return { ...person, link: await linkOf(world, person) };
}

/** Creates a subscriber who pays offline and has paid for the first order by transfer. */
export async function plantOffline(world: World, wish: Parameters<typeof plantRegistration>[1] = {}) {
  const person = await plantPending(world, wish);
  const { status } = await transfer(world, person);
  if (status !== 'matched') throw new Error(`not booked: ${status}`);
  await settleDown(world);
  return person;
}

let lines = 0;

/** Records a bank transfer for the newest link of a subscriber, by default today and with the right amount. */
export async function transfer(
  world: World,
  person: Pick<Planted, 'accountId'>,
  wish: Partial<Omit<Transfer, 'paidOn'>> & { paidOn?: string } = {},
) {
  const link = await linkOf(world, person);
  const line = { amount: link.amount, reference: link.reference, actor: 'operator' };
  const paidOn = (wish.paidOn ?? dayOf(world.now())) as Day;
  return bookTransfer(world.ctx(), { ...line, providerRef: `line ${(lines += 1)}`, ...wish, paidOn });
}

/** Creates a QR code for the newest link of a subscriber. @returns its charge at the gateway */
export async function openQr(world: World, person: Pick<Planted, 'accountId'>): Promise<GatewayCharge> {
  const { token } = await linkOf(world, person);
  const { qr } = await nextQr(world.ctx(), token, ADDRESS);
  if (!qr) throw new Error('no QR code was made');
  return newestQr(world, person);
}

/** Returns the newest PromptPay charge of a subscriber from the gateway. */
export async function newestQr(
  world: World,
  { accountId }: Pick<Planted, 'accountId'>,
): Promise<GatewayCharge> {
  const charge = (await gatewayCharges(world, accountId)).filter(({ customer }) => customer === null).at(-1);
  if (!charge) throw new Error('the gateway has no QR code');
  return charge;
}

/** Pays a QR code and waits for the gateway's webhook. */
export async function scan(world: World, charge: Pick<GatewayCharge, 'id'>): Promise<void> {
  await actOnCharge(world, charge.id, 'pay');
  await settleDown(world);
}

/** Returns the payments for an account's orders with their verdicts. */
export async function moneyOf(world: World, { accountId }: Pick<Planted, 'accountId'>): Promise<string[]> {
  const rows = await world.db
    .select({ provider: moneyReceived.provider, verdict: moneyReceived.verdict, refund: refunds.status })
    .from(moneyReceived)
    .innerJoin(orders, eq(orders.id, moneyReceived.orderId))
    .leftJoin(refunds, eq(refunds.moneyId, moneyReceived.id))
    .where(eq(orders.accountId, accountId));
  return rows
    .map(({ provider, verdict, refund }) => [provider, verdict, ...(refund ? [refund] : [])].join(' '))
    .sort();
}

/** Returns the operator's list of transfers that could not be assigned or must be returned. */
export async function listedTransfers(world: World): Promise<string[]> {
  const rows = await world.db.select({ status: bankTransfers.status }).from(bankTransfers);
  return rows.map((row) => row.status).sort();
}
