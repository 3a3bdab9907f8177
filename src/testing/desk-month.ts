import { sql } from 'drizzle-orm';
import { dayOf } from '@/domain/day';
import type { CaseKind } from '@/domain/desk-cases';
import type { StaffRole } from '@/domain/staff';
import { transaction } from '@/server/db';
import type { TodayEntry } from '@/server/desk/reads/today';
import { beginRenewal, settle } from './attempts';
import type { Browser } from './browser';
import { callDesk, memberBrowser } from './desk';
import { runJobs } from './jobs';
import { plantPending } from './offline';
import { disputeCharge, gatewayCharges } from './providers';
import {
  ordersOf,
  payYesterday,
  plantSubscriber,
  plantWithParcel,
  type Planted,
  type Wish,
} from './subscribers';
import type { World } from './world';

/* What goes wrong in a shop, where the staff sees it, and what each role does about it. */

/** A call of the desk. */
type DeskCall = [name: string, input: unknown];

export interface Anomaly {
  kind: CaseKind;
  /** The role that sees it and acts. */
  role: StaffRole;
  /** A subscriber of the kind, if not a usual one. */
  who?: (world: World, wish: Wish) => Promise<Planted>;
  /** Lets it go wrong. Returns what names it on Today, if that is no subscriber. */
  happen: (world: World, person: Planted) => Promise<string | undefined>;
  /** What the role does. */
  act?: (entry: TodayEntry) => DeskCall;
  /** What the subscriber or the shop's programmer does then, where no call of the desk ends it. */
  mend?: (world: World, person: Planted) => Promise<void>;
}

export const write = async (world: World, query: ReturnType<typeof sql>): Promise<undefined> => {
  await transaction(world.db, (tx) => tx.execute(query));
};
const now = (world: World) => world.now().toISOString();
export const paidOrder = async (world: World, { accountId }: Planted) =>
  (await ordersOf(world, accountId))[0]?.id ?? '';
const why = 'settled on the phone';
export const dismiss =
  (name: string, group: CaseKind) =>
  (entry: TodayEntry): DeskCall => [`today.${name}`, { group, id: entry.id, why }];

/** Calls the desk as a new session of a role. @throws Error for a refused call */
export async function callAs(world: World, role: StaffRole, [name, input]: DeskCall): Promise<unknown> {
  const browser: Browser = await memberBrowser(world, role);
  const { code, data } = await callDesk(browser, name, { input });
  if (code !== 'ok') throw new Error(`${name} as ${role}: ${code} ${JSON.stringify(input)}`);
  return data;
}

/** Books money for the first order of a subscriber, which no order can keep. */
async function lateMoney(world: World, person: Planted, reserved = 0): Promise<string> {
  const id = `mon_${person.accountId}`;
  await write(
    world,
    sql`insert into money_received (id, provider, provider_ref, order_id, amount, verdict, reserved_refund, paid_at, recorded_at)
      values (${id}, 'omise', ${`chrg_${id}`}, ${await paidOrder(world, person)}, 5000, 'late', ${reserved}, ${now(world)}, ${now(world)})`,
  );
  return id;
}

async function refundRow(world: World, person: Planted, status: 'manual' | 'sent'): Promise<undefined> {
  const [id, money] = [`rfd_${person.accountId}`, await lateMoney(world, person, 5000)];
  const closed = status === 'manual' ? now(world) : null;
  await write(
    world,
    sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
      values (${id}, ${money}, 5000, ${status}, 'late', ${now(world)}::timestamptz - interval '2 hours', ${closed})`,
  );
}

const parcelRow =
  (change: (world: World) => ReturnType<typeof sql>) => async (world: World, person: Planted) =>
    write(
      world,
      sql`update shipments set ${change(world)} where order_id = ${await paidOrder(world, person)}`,
    );

/** Begins the charge of the next order today, whatever its day was. */
async function chargeToday(world: World, person: Planted) {
  await payYesterday(world, person.accountId);
  const next = (await ordersOf(world, person.accountId)).find(({ status }) => status === 'upcoming');
  await write(
    world,
    sql`update orders set payment_date = ${dayOf(world.now())} where id = ${next?.id ?? ''}`,
  );
  return beginRenewal(world, person);
}

let cards = 0;
/** Returns a card with a number of its own. */
export function newCard() {
  cards += 1;
  const digits = `40000000${String(cards).padStart(7, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return { number: `${digits}${(10 - (sum % 10)) % 10}` };
}

export const ANOMALIES: readonly Anomaly[] = [
  {
    kind: 'parcels',
    role: 'warehouse',
    who: plantWithParcel,
    happen: parcelRow(() => sql`problem = 'out_of_stock'`),
    act: ({ id }) => [
      'parcels.markShipped',
      { orderId: id, courier: 'Flash', trackingNumber: 'TH0123456789', cancelledThere: true },
    ],
  },
  {
    kind: 'late',
    role: 'warehouse',
    who: plantWithParcel,
    happen: parcelRow(
      (world) => sql`status = 'shipped', problem = null, tracking_number = 'EX550617355TH',
        shipped_at = ${now(world)}::timestamptz - interval '8 days'`,
    ),
    act: ({ orderId }) => ['parcels.markDelivered', { orderId }],
  },
  {
    kind: 'emails',
    role: 'support',
    happen: (world, { accountId }) =>
      write(
        world,
        sql`update accounts set failed_email_norm = email_norm, email_failure = 'bounce', email_failed_at = ${now(world)}
          where id = ${accountId}`,
      ),
    act: dismiss('dismissMessage', 'emails'),
  },
  {
    kind: 'messages',
    role: 'support',
    happen: (world, { accountId }) =>
      write(
        world,
        sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, not_before, retry_key, created_at)
          values (${`msg_${accountId}`}, ${accountId}, 'order_paid', ${accountId}, '{}', 'failed', false, ${now(world)},
            gen_random_uuid(), ${now(world)})`,
      ),
    act: dismiss('dismissMessage', 'messages'),
  },
  {
    kind: 'money',
    role: 'finance',
    happen: async (world, person) => void (await lateMoney(world, person)),
    act: dismiss('dismissMoney', 'money'),
  },
  {
    kind: 'manualRefunds',
    role: 'finance',
    happen: (world, person) => refundRow(world, person, 'manual'),
    act: ({ id }) => ['money.confirmRefund', { refundId: id, reference: 'TR-1' }],
  },
  {
    kind: 'openRefunds',
    role: 'finance',
    happen: (world, person) => refundRow(world, person, 'sent'),
    act: dismiss('dismissMoney', 'openRefunds'),
  },
  {
    kind: 'askedRefunds',
    role: 'owner',
    happen: async (world, person) => {
      const input = { orderId: await paidOrder(world, person), amount: 1000, reason: 'damaged' };
      await callAs(world, 'support', ['money.askOwnerToRefund', input]);
      return undefined;
    },
    act: ({ orderId }) => ['money.refundOrder', { orderId, amount: 1000, reason: 'damaged', refunded: 0 }],
  },
  {
    kind: 'disputes',
    role: 'finance',
    // A disputed card is charged on no account.
    who: (world, wish) => plantSubscriber(world, wish, newCard()),
    happen: async (world, person) => {
      const [charge] = await gatewayCharges(world, person.accountId);
      await disputeCharge(world, charge?.id ?? '', 'open');
      await world.sandbox.settled();
      await runJobs();
      return undefined;
    },
    act: ({ id }) => ['money.decideDispute', { target: id, decision: 'allow', why }],
  },
  {
    kind: 'conversations',
    role: 'support',
    happen: (world, { accountId }) =>
      write(
        world,
        sql`with written as (insert into conversations (id, channel, account_id, locale, topic, state, created_at, last_at,
            waits_since) values (${`cnv_${accountId}`}, 'line', ${accountId}, 'en', 'other', 'open', ${now(world)},
            ${now(world)}, ${now(world)}) returning id)
          insert into conversation_messages (id, conversation_id, author, content, event_key, created_at)
          select ${`cmg_${accountId}`}, id, 'person', 'sticker', id, ${now(world)} from written`,
      ),
    act: ({ id, person }) => [
      'conversations.close',
      { conversationId: id, seenId: `cmg_${person?.accountId}` },
    ],
  },
  {
    kind: 'followUps',
    role: 'support',
    happen: async (world, { accountId }) => {
      const input = { accountId, tags: [], followUpOn: dayOf(world.now()), staffId: null };
      await callAs(world, 'support', ['subscribers.saveMarks', input]);
      return undefined;
    },
    act: ({ person }) => ['subscribers.endFollowUp', { accountId: person?.accountId }],
  },
  {
    kind: 'retries',
    role: 'support',
    happen: async (world, person) => {
      const open = await chargeToday(world, person);
      await settle(world, open, { kind: 'declined', chargeId: null, code: 'insufficient_fund' });
      return undefined;
    },
  },
  {
    kind: 'unknownAttempts',
    role: 'finance',
    happen: async (world, person) => {
      const open = await chargeToday(world, person);
      await settle(world, open, { kind: 'unknown', why: 'TIMEOUT' });
      return undefined;
    },
    act: dismiss('dismissMoney', 'unknownAttempts'),
  },
  {
    kind: 'openLinks',
    role: 'finance',
    who: plantPending,
    happen: () => Promise.resolve(undefined),
    act: ({ orderId, amount }) => ['money.bookTransfer', { target: orderId, amount }],
  },
  {
    kind: 'transfers',
    role: 'finance',
    happen: async (world, { accountId }) => {
      const text = `date,amount,description\n${dayOf(world.now())},120.00,gift ${accountId}`;
      await callAs(world, 'finance', ['money.importStatement', { text }]);
      return `gift ${accountId}`;
    },
    act: dismiss('dismissMoney', 'transfers'),
  },
  {
    kind: 'failedRows',
    role: 'owner',
    happen: async (world, { subscriptionId }) => {
      await write(
        world,
        sql`insert into failed_rows (job, row_id, failures, failed_at, error)
          values ('planOrders', ${subscriptionId}, 3, ${now(world)}, 'planted')`,
      );
      return subscriptionId;
    },
    act: dismiss('dismissWork', 'failedRows'),
  },
  {
    kind: 'short',
    role: 'warehouse',
    who: (world, wish) =>
      plantWithParcel(world, { ...wish, items: [{ productCode: 'panty-liners', quantity: 3 }] }),
    happen: async (world) => {
      const input = { code: 'panty-liners', kind: 'count', packs: 1, onDay: null };
      await callAs(world, 'warehouse', ['parcels.recordStock', input]);
      return 'panty-liners';
    },
    act: () => ['parcels.recordStock', { code: 'panty-liners', kind: 'arrival', packs: 99, onDay: null }],
  },
  {
    kind: 'billingPaused',
    role: 'owner',
    happen: async (world) => {
      await callAs(world, 'owner', ['operation.pauseBilling', { on: true }]);
      return 'billing';
    },
    act: () => ['operation.pauseBilling', { on: false }],
  },
];

/** Whether an entry of Today is about a planted anomaly, and says its name. */
export const isAbout = (entry: TodayEntry, name: string): boolean =>
  [entry.person?.name, entry.id, entry.code, entry.detail].includes(name);

export interface PlantedAnomaly {
  anomaly: Anomaly;
  person: Planted;
  /** What names it on Today. */
  name: string;
}

/** Gives a subscriber a name by which Today is searched, and lets an anomaly happen. */
export async function plantAnomaly(
  world: World,
  anomaly: Anomaly,
  { firstName, wish }: { firstName: string; wish: Wish },
): Promise<PlantedAnomaly> {
  const person = await (anomaly.who ?? plantSubscriber)(world, wish);
  await write(world, sql`update accounts set first_name = ${firstName} where id = ${person.accountId}`);
  const other = await anomaly.happen(world, person);
  return { anomaly, person, name: other ?? `${firstName} Suk` };
}

/** Reads Today as a role, with all kinds of it read. */
export async function readTodayAs(
  world: World,
  role: StaffRole,
): Promise<{ kind: CaseKind; entries: TodayEntry[] }[]> {
  const { code, data } = await callDesk(await memberBrowser(world, role), 'today.read', { kind: 'query' });
  const { cases, unread } = data as {
    cases: { kind: CaseKind; entries: TodayEntry[] }[];
    unread: CaseKind[];
  };
  if (code !== 'ok' || unread.length > 0) throw new Error(`Today of ${role}: ${code} ${unread.join()}`);
  return cases;
}
