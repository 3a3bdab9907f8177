import { sql } from 'drizzle-orm';
import { PAY_APPS } from '@/domain/pay-app';
import { nextQr } from '@/server/money/payment-links/next-qr';
import { payByApp } from '@/server/money/payment-links/pay-by-app';
import { showPayLink } from '@/server/money/payment-links/pay-page';
import { recordCall } from './commands';
import type { Journal, Subscriber } from './journal';
import { SANDBOX_URL } from './network';
import type { ScheduleReaction } from './reactions';
import type { Bank } from './statement';
import type { SimulatedWorld } from './world';

interface OpenLink extends Record<string, unknown> {
  token: string;
  reference: string;
  orderId: string;
  accountId: string;
  amount: number;
  madeAt: string;
  expiresAt: string;
}

const HOUR_MS = 3_600_000;

/**
 * Weights of the actions of a subscriber with a payment link. `twice`: pays by QR code and by transfer.
 * `double`: makes two equal transfers. `wrong`: transfers a wrong amount.
 */
const LINK_ACTIONS = {
  qr: 7,
  app: 6,
  transfer: 6,
  twice: 2,
  double: 1,
  wrong: 2,
  view: 2,
  forget: 3,
} as const;

/** A subscriber with an open payment link. */
interface Payer {
  world: SimulatedWorld;
  journal: Journal;
  bank: Bank;
  react: ScheduleReaction;
  subscriber: Subscriber;
  link: OpenLink;
}

/** Returns a function that schedules an action for each payment link created since its last call. */
export function watchLinks(
  world: SimulatedWorld,
  journal: Journal,
  bank: Bank,
  subscribers: readonly Subscriber[],
  react: ScheduleReaction,
): () => Promise<void> {
  const seen = new Set<string>();
  const openLinks = world.queryCache.cache(
    () =>
      world.db.execute<OpenLink>(sql`
        select l.token, l.reference, l.order_id as "orderId", o.account_id as "accountId", l.amount::int as amount,
          l.created_at::text as "madeAt", l.expires_at::text as "expiresAt"
        from payment_links l join orders o on o.id = l.order_id where l.status = 'open' order by l.id`),
    () => true,
  );
  return async () => {
    for (const link of await openLinks()) {
      const subscriber = subscribers.find((one) => one.accountId === link.accountId);
      if (!subscriber || seen.has(link.token)) continue;
      seen.add(link.token);
      planAction({ world, journal, bank, react, subscriber, link });
    }
  };
}

function planAction(payer: Payer): void {
  const { random } = payer.world;
  const action = random.weighted(LINK_ACTIONS);
  if (action === 'forget') return;
  const when = drawTime(payer);
  payer.world.schedule(when, 'link opened', () => useLink(payer, action));
  // Some subscribers open the link once more after it is paid or has expired.
  if (!random.chance(0.2)) return;
  const again = new Date(when.getTime() + random.below(48) * HOUR_MS);
  payer.world.schedule(again, 'link opened again', () => useLink(payer, 'qr'));
}

/** Draws a time, in most cases before the link expires. One time in ten is within a second of the expiry. */
function drawTime({ world, link }: Payer): Date {
  const { random } = world;
  const end = new Date(link.expiresAt).getTime();
  if (random.chance(0.1)) return new Date(end - 1000 + random.below(2000));
  const start = world.now().getTime();
  return new Date(start + random.below(Math.max(HOUR_MS, (end - start) * 1.1)));
}

async function useLink(payer: Payer, action: Exclude<keyof typeof LINK_ACTIONS, 'forget'>): Promise<void> {
  const { bank, link } = payer;
  if (action === 'app') await openPage(payer, 'app');
  if (action === 'qr' || action === 'twice' || action === 'view')
    await openPage(payer, action === 'view' ? null : 'qr');
  if (action === 'transfer' || action === 'twice' || action === 'double')
    await bank.receive(link, link.amount);
  if (action === 'double') await bank.receive(link, link.amount);
  if (action === 'wrong') await bank.receive(link, link.amount - 100);
}

const ADDRESS = '203.0.113.9';

/** Share of subscribers who pay a QR code and then add a card, before they see a receipt. */
const IMPATIENT = 0.3;
const NO_RECEIPT_MS = HOUR_MS / 2;

/** Share of subscribers who send another command while a QR code is open. */
const RESTLESS = 0.35;

async function openPage(payer: Payer, way: 'qr' | 'app' | null): Promise<void> {
  const { world, journal, react, subscriber, link } = payer;
  const { token, orderId } = link;
  await recordCall(journal, world, subscriber, 'showPayLink', { token }, () =>
    showPayLink(world.ctx(), token),
  );
  if (!way) return;
  await recordCall(journal, world, subscriber, 'nextQr', { token }, () =>
    nextQr(world.ctx(), token, ADDRESS),
  );
  if (way === 'app') {
    const app = world.random.pick(PAY_APPS);
    await recordCall(journal, world, subscriber, 'payByApp', { token, app }, () =>
      payByApp(world.ctx(), token, { app, locale: 'en', address: ADDRESS, device: null }),
    );
  }
  // A payment in most apps ends within minutes, a QR code within a day.
  const hours = way === 'app' ? world.random.pick([0.02, 0.1, 0.4, 20]) : world.random.below(26);
  const afterMs = hours * HOUR_MS * world.random.next();
  if (world.random.chance(RESTLESS)) react(subscriber, afterMs);
  const action = world.random.weighted({ pay: 8, fail: 1, nothing: 1 });
  if (action === 'nothing') return;
  world.schedule(new Date(world.now().getTime() + afterMs), 'QR code scanned', async () => {
    await scanShown(world, orderId, action);
    if (action === 'pay' && world.random.chance(IMPATIENT))
      react(subscriber, NO_RECEIPT_MS, { convertToCard: 2, addCard: 1 });
  });
}

/** Pays the open QR codes and payments in an app of an order that a page may have shown, or makes their payment fail. */
export async function scanShown(
  world: SimulatedWorld,
  orderId: string,
  action: 'pay' | 'fail',
): Promise<void> {
  const shown = await listShownQrs(world, orderId);
  for (const charge of world.sandbox.gateway.charges.values()) {
    const { orderId: charged } = charge.metadata as { orderId?: string };
    if (charge.source === null || charge.status !== 'pending' || charged !== orderId) continue;
    if (!shown.has(charge.id)) continue;
    await world.sandbox.fetch(`${SANDBOX_URL}/_control/omise/charges/${charge.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action }),
    });
  }
}

/**
 * Lists the ids of the QR charges of an order that a page may have shown. Leaves out charges whose creation
 * got no response.
 */
async function listShownQrs({ db }: SimulatedWorld, orderId: string): Promise<Set<string>> {
  const rows = await db.execute<{ id: string }>(
    sql`select charge_id as id from charge_attempts where order_id = ${orderId} and charge_id is not null`,
  );
  return new Set([...rows].map(({ id }) => id));
}
