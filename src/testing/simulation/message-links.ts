import { eq } from 'drizzle-orm';
import { PAY_APPS } from '@/domain/pay-app';
import { accounts, orderLinks, orders } from '@/server/db/schema';
import { hashOfToken } from '@/server/lifecycle/order-links';
import { giveUpOrder } from '@/server/subscriber/message-links/give-up';
import { doOneTap, showOneTap } from '@/server/subscriber/message-links/one-tap';
import { repairByCard } from '@/server/subscriber/message-links/repair-by-card';
import { repairByApp, repairByQr } from '@/server/subscriber/message-links/repair-by-qr';
import { showRepair } from '@/server/subscriber/message-links/repair-page';
import { DECLINED_CARD } from './cards';
import { createCardInput, drawOwnCard, recordCall } from './commands';
import type { Input } from './inputs';
import type { Journal, Subscriber } from './journal';
import { scanShown } from './link-payers';
import type { SimulatedWorld } from './world';

/* Subscribers who open the links of their messages: at once or late, once or twice. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADDRESS = '203.0.113.9';

/** Weights of the actions on the page that repairs a failed payment. */
const REPAIRS = { qr: 5, card: 4, declinedCard: 2, giveUp: 2, view: 1 } as const;
/** The share of messages whose link is opened, and of links that are opened twice. */
const OPENED = 0.4;
const TWICE = 0.4;
/** The longest time until a link is opened: longer than the retry schedule, and than the cut-off of a reminder. */
const REPAIR_WITHIN_MS = 20 * DAY_MS;
const TAP_WITHIN_MS = 6 * DAY_MS;

interface Opened {
  world: SimulatedWorld;
  journal: Journal;
  subscriber: Subscriber;
  token: string;
}

/** Returns a function that schedules the use of the links in mails that arrived since its last call. */
export function watchMails(
  world: SimulatedWorld,
  journal: Journal,
  subscribers: readonly Subscriber[],
): () => Promise<void> {
  let seen = 0;
  return async () => {
    const mails = world.sandbox.mailbox.list(null);
    const fresh = mails.slice(0, mails.length - seen);
    seen = mails.length;
    for (const { to, links } of fresh) {
      const found = links.filter((link) => /\/(fix|do)\//.test(link));
      if (found.length === 0 || !world.random.chance(OPENED)) continue;
      const link = world.random.pick(found);
      const subscriber = await findReader(world, subscribers, to[0] ?? '');
      if (subscriber) planUse({ world, journal, subscriber, token: link.split('/').at(-1) ?? '' }, link);
    }
  };
}

async function findReader({ db }: SimulatedWorld, subscribers: readonly Subscriber[], email: string) {
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.emailNorm, email));
  return subscribers.find(({ accountId }) => accountId === account?.id);
}

function planUse(opened: Opened, link: string): void {
  const { random } = opened.world;
  const isRepair = link.includes('/fix/');
  // A tap may move an order, and the oracle computes the dates of passive subscribers.
  if (!isRepair && opened.subscriber.isPassive) return;
  const use = isRepair ? () => repair(opened) : () => tap(opened);
  const within = isRepair ? REPAIR_WITHIN_MS : TAP_WITHIN_MS;
  const when = new Date(opened.world.now().getTime() + random.below(within * random.next() + 1));
  opened.world.schedule(when, 'message link opened', use);
  if (!random.chance(TWICE)) return;
  const again = random.chance(0.5) ? when : new Date(when.getTime() + random.below(within));
  opened.world.schedule(again, 'message link opened twice', use);
}

const record = ({ journal, world, subscriber, token }: Opened, name: string, call: Call, input: Input = {}) =>
  recordCall(journal, world, subscriber, name, { token, ...input }, () => call(world, token));

type Call = (world: SimulatedWorld, token: string) => Promise<unknown>;

async function tap(opened: Opened): Promise<void> {
  await record(opened, 'showTap', (world, token) => showOneTap(world.ctx(), token));
  await record(opened, 'tap', (world, token) => doOneTap(world.ctx(), token, { address: ADDRESS }));
}

async function repair(opened: Opened): Promise<void> {
  const { world } = opened;
  await record(opened, 'showRepair', (_, token) => showRepair(world.ctx(), token));
  const action = world.random.weighted(REPAIRS);
  if (action === 'qr') return repairByScan(opened);
  if (action === 'giveUp')
    await record(opened, 'giveUp', (_, token) => giveUpOrder(world.ctx(), token, ADDRESS));
  if (action !== 'card' && action !== 'declinedCard') return;
  const number = action === 'card' ? drawOwnCard(world, opened.subscriber) : DECLINED_CARD;
  const { cardToken } = await createCardInput(world, number);
  const save = world.random.chance(0.3);
  // Only a logged-in owner saves a card.
  const readerId = save ? opened.subscriber.accountId : null;
  const pay: Call = (_, token) => repairByCard({ ...world.ctx(), readerId }, token, { cardToken, save });
  await record(opened, 'repairByCard', pay, { cardToken, save });
}

async function repairByScan(opened: Opened): Promise<void> {
  const { world, token } = opened;
  const app = world.random.chance(0.5) ? world.random.pick(PAY_APPS) : null;
  const wanted = { locale: 'th', address: ADDRESS, device: null } as const;
  if (app) await record(opened, 'repairByApp', () => repairByApp(world.ctx(), token, { ...wanted, app }));
  else await record(opened, 'repairByQr', () => repairByQr(world.ctx(), token, { address: ADDRESS }));
  const action = world.random.weighted({ pay: 6, fail: 1, nothing: 2 });
  const [order] = await world.db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLinks, eq(orderLinks.orderId, orders.id))
    .where(eq(orderLinks.tokenHash, hashOfToken(token)));
  if (action === 'nothing' || !order) return;
  const when = new Date(world.now().getTime() + world.random.below(HOUR_MS));
  world.schedule(when, 'QR code of a message link scanned', () => scanShown(world, order.id, action));
}
