import { sql } from 'drizzle-orm';
import { nextQr } from '@/server/links/next-qr';
import { showPayLink } from '@/server/links/pay-page';
import { ask } from './commands';
import type { Journal, Person } from './journal';
import { OUTSIDE } from './outside';
import type { React } from './reactions';
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
 * What people do with a link. `twice`: the QR code and a transfer; `double`: two equal transfers; `wrong`: another amount
 * than was asked for.
 */
const ACTS = { qr: 10, transfer: 6, twice: 2, double: 1, wrong: 2, look: 2, forget: 3 } as const;

/** Somebody with a link in their hands. */
interface Payer {
  world: SimulatedWorld;
  journal: Journal;
  bank: Bank;
  react: React;
  person: Person;
  link: OpenLink;
}

/** Everybody who has got a link since the last look decides what to do with it, and when. */
export function watchLinks(
  world: SimulatedWorld,
  journal: Journal,
  bank: Bank,
  people: readonly Person[],
  react: React,
): () => Promise<void> {
  const seen = new Set<string>();
  const openLinks = world.changes.remember(
    () =>
      world.db.execute<OpenLink>(sql`
        select l.token, l.reference, l.order_id as "orderId", o.account_id as "accountId", l.amount::int as amount,
          l.created_at::text as "madeAt", l.expires_at::text as "expiresAt"
        from payment_links l join orders o on o.id = l.order_id where l.status = 'open' order by l.id`),
    () => true,
  );
  return async () => {
    for (const link of await openLinks()) {
      const person = people.find((one) => one.accountId === link.accountId);
      if (!person || seen.has(link.token)) continue;
      seen.add(link.token);
      decide({ world, journal, bank, react, person, link });
    }
  };
}

function decide(payer: Payer): void {
  const { random } = payer.world;
  const act = random.weighted(ACTS);
  if (act === 'forget') return;
  const when = decideWhen(payer);
  payer.world.at(when, 'somebody opens their link', () => actOn(payer, act));
  // Some come back to a link they have paid, or to one that has ended.
  if (!random.chance(0.2)) return;
  const again = new Date(when.getTime() + random.below(48) * HOUR_MS);
  payer.world.at(again, 'somebody comes back', () => actOn(payer, 'qr'));
}

/** Mostly within its days, one in ten within a second of its end. */
function decideWhen({ world, link }: Payer): Date {
  const { random } = world;
  const end = new Date(link.expiresAt).getTime();
  if (random.chance(0.1)) return new Date(end - 1000 + random.below(2000));
  const start = world.now().getTime();
  return new Date(start + random.below(Math.max(HOUR_MS, (end - start) * 1.1)));
}

async function actOn(payer: Payer, act: Exclude<keyof typeof ACTS, 'forget'>): Promise<void> {
  const { bank, link } = payer;
  if (act === 'qr' || act === 'twice' || act === 'look') await openPage(payer, act !== 'look');
  if (act === 'transfer' || act === 'twice' || act === 'double') await bank.receive(link, link.amount);
  if (act === 'double') await bank.receive(link, link.amount);
  if (act === 'wrong') await bank.receive(link, link.amount - 100);
}

/** How many pay a QR code, see no receipt at once, and take a card. */
const IMPATIENT = 0.3;
const NO_RECEIPT_MS = HOUR_MS / 2;

/** How many want something else while a QR code is on their screen, and pay it all the same. */
const RESTLESS = 0.35;

async function openPage(payer: Payer, pays: boolean): Promise<void> {
  const { world, journal, react, person, link } = payer;
  const { token, orderId } = link;
  await ask(journal, world, person, 'showPayLink', { token }, () => showPayLink(world.ctx(), token));
  if (!pays) return;
  await ask(journal, world, person, 'nextQr', { token }, () => nextQr(world.ctx(), token, '203.0.113.9'));
  const afterMs = world.random.below(26) * HOUR_MS * world.random.next();
  if (world.random.chance(RESTLESS)) react(person, afterMs);
  const action = world.random.weighted({ pay: 8, fail: 1, nothing: 1 });
  if (action === 'nothing') return;
  world.at(new Date(world.now().getTime() + afterMs), 'somebody scans', async () => {
    const shown = await listShownQrs(world, orderId);
    for (const charge of world.sandbox.gateway.charges.values()) {
      const { orderId: charged } = charge.metadata as { orderId?: string };
      if (charge.source === null || charge.status !== 'pending' || charged !== orderId) continue;
      if (!shown.has(charge.id)) continue;
      await world.sandbox.fetch(`${OUTSIDE}/_control/omise/charges/${charge.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action }),
      });
    }
    if (action === 'pay' && world.random.chance(IMPATIENT))
      react(person, NO_RECEIPT_MS, { convertToCard: 2, addCard: 1 });
  });
}

/** QR charges whose picture a page could show. A charge whose creation got no answer was never seen by anybody. */
async function listShownQrs({ db }: SimulatedWorld, orderId: string): Promise<Set<string>> {
  const rows = await db.execute<{ id: string }>(
    sql`select charge_id as id from charge_attempts where order_id = ${orderId} and charge_id is not null`,
  );
  return new Set([...rows].map(({ id }) => id));
}
