import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '@/domain/day';
import type { CaseKind } from '@/domain/desk-cases';
import type { StaffRole } from '@/domain/staff';
import { transaction } from '@/server/db';
import { askOwnerToRefund } from '@/server/desk/acts/ask-owner';
import { saveMarks } from '@/server/desk/acts/marks';
import { recordStock } from '@/server/desk/acts/record-stock';
import { actorOf } from '@/server/login/staff/sessions';
import { openRenewalAttempt, settle } from '@/testing/attempts';
import { plantMember } from '@/testing/desk';
import { plantPending } from '@/testing/offline';
import { goTo, ordersOf, plantSubscriber, plantWithParcel, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { readToday } from './today';

/* A month of a shop in which something goes wrong every day. */

const world = withWorld();
const ctx = () => ({ ...world.ctx(), operator: 'operator' });
const write = (query: ReturnType<typeof sql>) => transaction(world.db, (tx) => tx.execute(query));
const paidOrder = async ({ accountId }: Planted) => (await ordersOf(world, accountId))[0]?.id ?? '';
const now = () => world.now().toISOString();

/** Books money for the first order of a subscriber, which no order can keep. */
async function lateMoney(person: Planted, reserved = 0): Promise<string> {
  const id = `mon_${person.accountId}`;
  await write(sql`insert into money_received (id, provider, provider_ref, order_id, amount, verdict, reserved_refund, paid_at, recorded_at)
    values (${id}, 'omise', ${`chrg_${id}`}, ${await paidOrder(person)}, 5000, 'late', ${reserved}, ${now()}, ${now()})`);
  return id;
}

interface Anomaly {
  kind: CaseKind;
  role: StaffRole;
  /** A subscriber of the kind, if not a usual one. */
  who?: () => Promise<Planted>;
  /** What goes wrong. */
  happen: (person: Planted) => Promise<unknown>;
}

const ANOMALIES: Anomaly[] = [
  {
    kind: 'parcels',
    role: 'warehouse',
    who: () => plantWithParcel(world),
    happen: async (person) =>
      write(sql`update shipments set problem = 'out_of_stock' where order_id = ${await paidOrder(person)}`),
  },
  {
    kind: 'late',
    role: 'warehouse',
    who: () => plantWithParcel(world),
    happen: async (person) =>
      write(sql`update shipments set status = 'shipped', problem = null, tracking_number = 'EX550617355TH',
        shipped_at = ${now()}::timestamptz - interval '8 days' where order_id = ${await paidOrder(person)}`),
  },
  {
    kind: 'emails',
    role: 'support',
    happen: ({ accountId }) =>
      write(sql`update accounts set failed_email_norm = email_norm, email_failure = 'bounce', email_failed_at = ${now()}
        where id = ${accountId}`),
  },
  {
    kind: 'messages',
    role: 'support',
    happen: ({ accountId }) =>
      write(sql`insert into messages (id, account_id, kind, dedupe_key, payload, status, asked, not_before, retry_key, created_at)
        values (${`msg_${accountId}`}, ${accountId}, 'order_paid', ${accountId}, '{}', 'failed', false, ${now()},
          gen_random_uuid(), ${now()})`),
  },
  { kind: 'money', role: 'finance', happen: (person) => lateMoney(person) },
  {
    kind: 'manualRefunds',
    role: 'finance',
    happen: async (person) =>
      write(sql`insert into refunds (id, money_id, amount, status, why, created_at, closed_at)
        values (${`rfd_${person.accountId}`}, ${await lateMoney(person, 5000)}, 5000, 'manual', 'late', ${now()}, ${now()})`),
  },
  {
    kind: 'askedRefunds',
    role: 'owner',
    happen: async (person) =>
      askOwnerToRefund(
        { ...ctx(), operator: actorOf((await plantMember(world, 'support')).staffId) },
        {
          orderId: await paidOrder(person),
          amount: 1000,
          reason: 'damaged',
          note: undefined,
        },
      ),
  },
  {
    kind: 'conversations',
    role: 'support',
    happen: ({ accountId }) =>
      write(sql`insert into conversations (id, channel, account_id, locale, topic, state, created_at, last_at, waits_since)
        values (${`cnv_${accountId}`}, 'form', ${accountId}, 'en', 'other', 'open', ${now()}, ${now()}, ${now()})`),
  },
  {
    kind: 'followUps',
    role: 'support',
    happen: ({ accountId }) =>
      saveMarks(ctx(), { accountId, tags: [], followUpOn: dayOf(world.now()), staffId: null }),
  },
  {
    kind: 'retries',
    role: 'finance',
    who: () => openRenewalAttempt(world),
    happen: (open) =>
      settle(world, open as Planted & { attemptId: string }, {
        kind: 'declined',
        chargeId: null,
        code: 'insufficient_fund',
      }),
  },
  {
    kind: 'unknownAttempts',
    role: 'finance',
    who: () => openRenewalAttempt(world),
    happen: (open) =>
      settle(world, open as Planted & { attemptId: string }, { kind: 'unknown', why: 'TIMEOUT' }),
  },
  { kind: 'openLinks', role: 'finance', who: () => plantPending(world), happen: () => Promise.resolve() },
];

test.each(ANOMALIES)(
  '$kind stands on Today on its day, with the name',
  async ({ kind, role, who, happen }) => {
    const person = await (who ?? (() => plantSubscriber(world)))();
    await write(sql`update accounts set first_name = ${`Ms ${kind}`} where id = ${person.accountId}`);
    const before = (await readToday(world.ctx(), role)).cases.flatMap(({ entries }) => entries);
    expect(
      before.filter((entry) => entry.person?.accountId === person.accountId && kind !== 'openLinks'),
    ).toEqual([]);
    await happen(person);
    const { cases, unread } = await readToday(world.ctx(), role);
    const entries = cases.filter((one) => one.kind === kind).flatMap((one) => one.entries);
    expect(unread).toEqual([]);
    expect(entries.map((entry) => entry.person?.name)).toContain(`Ms ${kind} Suk`);
    await goTo(world, addDays(dayOf(world.now()), 1), '10:00');
  },
);

test('a product that is missing for boxes to send stands on Today on its day', async () => {
  await plantWithParcel(world, { items: [{ productCode: 'panty-liners', quantity: 3 }] });
  await recordStock(ctx(), 'stf_1', { code: 'panty-liners', kind: 'count', packs: 1, onDay: null });
  const short = (await readToday(world.ctx(), 'warehouse')).cases.find(({ kind }) => kind === 'short');
  expect(short?.entries.map(({ code }) => code)).toEqual(['panty-liners']);
});
