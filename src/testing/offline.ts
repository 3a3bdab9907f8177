import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { dayOf, type Day } from '@/domain/day';
import { bankTransfers, moneyReceived, orders, paymentLinks, refunds } from '@/server/db/schema';
import { nextQr } from '@/server/money/payment-links/next-qr';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { bookTransfer, type Transfer } from '@/server/money/payment-links/book-transfer';
import { settleWithoutMail } from './copies';
import { settleDown } from './with-world';
import { actOnCharge, gatewayCharges, type GatewayCharge } from './providers';
import { pass, plantKind, plantRegistration, type Planted, type Wish } from './subscribers';
import type { World } from './world';

/** The IP address of the callers in these tests, which the rate limits need. */
export const ADDRESS = '203.0.113.9';

/** Returns the newest payment link of an account. @throws Error if the account has no link */
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

/** Returns the status of each payment link of an account, oldest link first. */
export async function linksOf(world: World, { accountId }: Pick<Planted, 'accountId'>): Promise<string[]> {
  const rows = await world.db
    .select({ status: paymentLinks.status })
    .from(paymentLinks)
    .innerJoin(orders, eq(orders.id, paymentLinks.orderId))
    .where(eq(orders.accountId, accountId))
    .orderBy(paymentLinks.createdAt, paymentLinks.id);
  return rows.map((row) => row.status);
}

/** Walks a registration that pays its first order offline. Its message is queued. */
async function walkPending(world: World, wish: Wish) {
  const person = await plantRegistration(world, wish);
  await payFirstOffline(world.ctx(), person.accountId);
  return person;
}

/** Returns a registration that pays its first order offline. The payment link is open and unpaid. */
export async function plantPending(world: World, wish: Wish = {}) {
  const person = await plantKind(world, 'pending', wish, (own) => walkPending(world, own));
  return { ...person, link: await linkOf(world, person) };
}

/** Returns a subscriber who pays offline and has paid the first order by bank transfer. */
export async function plantOffline(world: World, wish: Wish = {}) {
  const person = await plantKind(world, 'offline', wish, async (own) => {
    const walked = await walkPending(world, own);
    const { status } = await transfer(world, walked);
    if (status !== 'matched') throw new Error(`not booked: ${status}`);
    await settleWithoutMail(world, walked.accountId);
    return walked;
  });
  return { ...person, link: await linkOf(world, person) };
}

/** Records a bank transfer for a subscriber's newest payment link. Default: the amount of the link, paid today. */
export async function transfer(
  world: World,
  person: Pick<Planted, 'accountId'>,
  wish: Partial<Omit<Transfer, 'paidOn'>> & { paidOn?: string } = {},
) {
  const link = await linkOf(world, person);
  const line = { amount: link.amount, reference: link.reference, actor: 'operator' };
  const paidOn = (wish.paidOn ?? dayOf(world.now())) as Day;
  return bookTransfer(world.ctx(), { ...line, providerRef: `line ${randomUUID()}`, ...wish, paidOn });
}

/** Creates a QR code for a subscriber's newest payment link. @returns the gateway's charge of the QR code */
export async function openQr(world: World, person: Pick<Planted, 'accountId'>): Promise<GatewayCharge> {
  const { token } = await linkOf(world, person);
  const { qr } = await nextQr(world.ctx(), token, ADDRESS);
  if (!qr) throw new Error('no QR code was made');
  return newestQr(world, person);
}

/** Returns a subscriber's newest PromptPay charge at the gateway. @throws Error if there is none */
export async function newestQr(
  world: World,
  { accountId }: Pick<Planted, 'accountId'>,
): Promise<GatewayCharge> {
  const charge = (await gatewayCharges(world, accountId)).filter(({ customer }) => customer === null).at(-1);
  if (!charge) throw new Error('the gateway has no QR code');
  return charge;
}

/** Pays a QR code and waits until the product has processed the webhook. */
export async function scan(world: World, charge: Pick<GatewayCharge, 'id'>): Promise<void> {
  await actOnCharge(world, charge.id, 'pay');
  await settleDown(world);
}

/** Returns a sorted line per received payment of an account: provider, verdict and refund status. */
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

/** Returns the statuses of all recorded bank transfers, sorted. */
export async function listedTransfers(world: World): Promise<string[]> {
  const rows = await world.db.select({ status: bankTransfers.status }).from(bankTransfers);
  return rows.map((row) => row.status).sort();
}

/** Makes a transfer of a subscriber's newest link at the sandbox's bank, some minutes later. @returns the id of its line */
export async function transferAtBank(
  world: World,
  person: Pick<Planted, 'accountId'>,
  change: object = {},
  minutes = 1,
): Promise<string> {
  await pass(world, { minutes });
  const { amount } = await linkOf(world, person);
  const response = await world.sandbox.fetch(`${world.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount, reference: 'thank you', ...change }),
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** Returns the picture of the slip of a transfer at the sandbox's bank. */
export async function slipPictureOf(world: World, id: string): Promise<Buffer> {
  const response = await world.sandbox.fetch(`${world.sandboxUrl}/bank/slips/${id}.jpg`);
  return Buffer.from(await response.arrayBuffer());
}
