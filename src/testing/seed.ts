import { eq, sql } from 'drizzle-orm';
import { readSettings } from '@/env';
import { isOnThisMachine } from '@/env-providers';
import { addDays, addMonths, dayOf, hourOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { setDelivery } from '@/server/account/delivery';
import { startRegistration } from '@/server/account/registration';
import { writeLineRegistration } from '@/server/auth/line-registration';
import { runBilling } from '@/server/jobs/run';
import { SCHEDULED_JOBS } from '@/server/jobs/scheduled-jobs';
import { loadClock, systemNow } from '@/server/platform/clock';
import type { Ctx } from '@/server/platform/context';
import { database, transaction, type Db } from '@/server/db';
import { accounts, messages } from '@/server/db/schema';
import { payFirstOrder } from '@/server/checkout/first-payment';
import { payFirstOffline } from '@/server/checkout/first-payment-offline';
import { bookTransfer } from '@/server/links/transfers';
import { cancelSubscription } from '@/server/subscription/cancel';
import { createCardToken, type TestCard } from './cards';
import { seedParcels } from './seed-parcels';
import { lineUserId } from './line';

interface DemoAccount {
  email: string;
  about: string;
  firstName: string;
  lastName: string;
  locale: Locale;
  phone: string;
  /** The day on which the person registered and paid. */
  registeredOn: Day;
  paymentDay: number;
  items: { productCode: 'day-pads' | 'night-pads' | 'panty-liners' | 'light-day-pads'; quantity: number }[];
  /** Without one they pay offline. */
  card?: TestCard;
  /** Who this is at the sandbox's LINE; registered with that instead of a password. */
  line?: { person: string; name: string };
  /** Cancelled so long ago; nothing when left out. */
  cancelledOn?: Day;
}

const REGULAR = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
] as const;

function demoAccounts(today: Day): DemoAccount[] {
  const dueSoon = addDays(today, 3);
  const dueYesterday = addDays(today, -1);
  const dayOfMonth = (day: Day) => Number(day.slice(8));
  const ninthPaid = addDays(today, -5);
  const nineFrom = addMonths(ninthPaid, -8);
  const failedFrom = addDays(addMonths(today, -1), -20);
  return [
    {
      email: 'active@demo.test',
      about: 'pays by card, an order due in 3 days',
      firstName: 'Mali',
      lastName: 'Suksan',
      locale: 'en',
      phone: '0812345678',
      registeredOn: addMonths(dueSoon, -1),
      paymentDay: dayOfMonth(dueSoon),
      items: [...REGULAR],
      card: { number: '4242424242424242', name: 'MALI SUKSAN' },
    },
    {
      email: 'thai@demo.test',
      about: 'the same in Thai, a box paid yesterday',
      firstName: 'มะลิ',
      lastName: 'สุขสันต์',
      locale: 'th',
      phone: '0823456789',
      registeredOn: addDays(today, -1),
      paymentDay: 31,
      items: [
        { productCode: 'light-day-pads', quantity: 2 },
        { productCode: 'panty-liners', quantity: 1 },
      ],
      card: { number: '5555555555554444', name: 'MALI SUKSAN' },
    },
    {
      email: 'nine@demo.test',
      about: 'nine paid orders, one before the milestone',
      firstName: 'Ploy',
      lastName: 'Kaewmanee',
      locale: 'en',
      phone: '0834567890',
      registeredOn: nineFrom,
      paymentDay: dayOfMonth(ninthPaid),
      items: [...REGULAR],
      card: { number: '3530111333300000', name: 'PLOY KAEWMANEE' },
    },
    {
      email: 'offline@demo.test',
      about: 'pays by PromptPay or transfer, a payment pending since yesterday',
      firstName: 'Dao',
      lastName: 'Rattana',
      locale: 'en',
      phone: '0867890123',
      registeredOn: addMonths(dueYesterday, -1),
      paymentDay: dayOfMonth(dueYesterday),
      items: [...REGULAR],
    },
    {
      email: 'inactive@demo.test',
      about: 'not active: the renewal failed until the end of the ladder',
      firstName: 'Fah',
      lastName: 'Thongdee',
      locale: 'en',
      phone: '0845678901',
      registeredOn: failedFrom,
      paymentDay: dayOfMonth(failedFrom),
      items: [...REGULAR],
      card: { number: '4111111111111111', name: 'FAKE RENEWAL DECLINES' },
    },
    {
      email: 'cancelled@demo.test',
      about: 'cancelled two weeks ago, may come back',
      firstName: 'Nok',
      lastName: 'Srisai',
      locale: 'en',
      phone: '0856789012',
      registeredOn: addDays(today, -75),
      paymentDay: dayOfMonth(addDays(today, -75)),
      items: [...REGULAR],
      card: { number: '4242424242424242', name: 'NOK SRISAI' },
      cancelledOn: addDays(today, -14),
    },
    {
      email: 'line@demo.test',
      about: 'LINE is the only way in: choose Lin there, no password works',
      firstName: 'Lin',
      lastName: 'Chaiyo',
      locale: 'en',
      phone: '0867890123',
      registeredOn: addDays(today, -20),
      paymentDay: dayOfMonth(addDays(today, -20)),
      items: [...REGULAR],
      card: { number: '4242424242424242', name: 'LIN CHAIYO' },
      line: { person: 'lin', name: 'Lin' },
    },
  ];
}

/** Stands in the documents. */
const KNOWN_PASSWORD = 'demo-password-1';

/**
 * Fills a fresh database with people in telling states, by walking the product's own paths through past days. The
 * sandbox must be up: their cards live there. Their old mails are not sent.
 * @returns the accounts to print; all share the demo password.
 * @throws Error where others than this machine would meet accounts with the password that everybody knows
 */
export async function seed(env: NodeJS.ProcessEnv): Promise<{ email: string; about: string }[]> {
  const settings = readSettings(env);
  const password = env.DEMO_PASSWORD ?? KNOWN_PASSWORD;
  if (password === KNOWN_PASSWORD && !isOnThisMachine(settings.SITE_URL))
    throw new Error('DEMO_PASSWORD: the one everybody knows is for this machine alone');
  // The process's own: the gateways' circuits use it too, and an open pool would keep the process from ending.
  const db = database();
  try {
    await loadClock(db);
    const now = systemNow();
    const people = demoAccounts(dayOf(now)).filter((one) => one.card || settings.OFFLINE_REGISTRATION);
    for (const { on, act } of people.flatMap((person) => deedsOf(person, password)).sort(byDay)) {
      const at = hourOf(on, 10);
      await liveUntil(db, at);
      await act({ db, now: at });
    }
    await liveUntil(db, now);
    await seedParcels({ db, now });
    await transaction(db, (tx) =>
      tx.update(messages).set({ status: 'dropped' }).where(eq(messages.status, 'queued')),
    );
    return people.map(({ email, about }) => ({ email, about }));
  } finally {
    await db.$client.end();
  }
}

interface Deed {
  on: Day;
  act: (ctx: Ctx) => Promise<void>;
}

const byDay = (a: Deed, b: Deed) => (a.on < b.on ? -1 : 1);

/** What a person did on which day. */
function deedsOf(person: DemoAccount, password: string): Deed[] {
  const registered = { on: person.registeredOn, act: (ctx: Ctx) => register(ctx, person, password) };
  if (!person.cancelledOn) return [registered];
  return [registered, { on: person.cancelledOn, act: (ctx) => cancel(ctx, person.email) }];
}

async function cancel(ctx: Ctx, email: string): Promise<void> {
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.emailNorm, email));
  await cancelSubscription(ctx, account?.id ?? '', { reason: 'buyWhenNeed' });
}

async function register(ctx: Ctx, person: DemoAccount, password: string): Promise<void> {
  const { db, now: at } = ctx;
  const { accountId } = await startRegistration(
    ctx,
    null,
    {
      plan: { frequency: 1, paymentDay: person.paymentDay, items: person.items },
      details: { firstName: person.firstName, lastName: person.lastName, phone: person.phone },
      email: person.email,
      ...(person.line ? {} : { password }),
      locale: person.locale,
    },
    { address: 'seed', device: null },
    await showLine(ctx, person),
  );
  const place = {
    address: '1 Soi Sukhumvit 26',
    subdistrict: 'Khlong Tan',
    district: 'Khlong Toei',
    province: 'Bangkok',
    postalCode: '10110',
  };
  await setDelivery(ctx, accountId, place);
  if (person.card) await payFirstOrder(ctx, accountId, await createCardToken(person.card));
  else await payByTransfer(ctx, accountId);
  if (person.line) return;
  await transaction(db, (tx) =>
    tx.update(accounts).set({ emailVerifiedAt: at }).where(eq(accounts.id, accountId)),
  );
}

/** As if they had just come back from LINE. */
async function showLine(ctx: Ctx, { line, email }: DemoAccount): Promise<string | null> {
  if (!line) return null;
  const subject = lineUserId(line.person);
  return writeLineRegistration(ctx, { subject, displayName: line.name, email, friend: true });
}

/** The first order by a link, and a transfer for it on the same day. */
async function payByTransfer(ctx: Ctx, accountId: string): Promise<void> {
  const { amount, bankDetails } = await payFirstOffline(ctx, accountId);
  const reference = bankDetails?.reference ?? '';
  const line = { reference, amount, providerRef: `seed:${reference}`, actor: 'operator' };
  await bookTransfer(ctx, { ...line, paidOn: dayOf(ctx.now) });
}

/** The courier lives in the present: parcels are seeded in the end. */
const LIVED = SCHEDULED_JOBS.filter(({ name }) => name !== 'sendParcels' && name !== 'readParcels');

/** Runs the scheduled jobs of production at every due instant up to a given one. */
async function liveUntil(db: Db, until: Date): Promise<void> {
  const [first] = await db.execute<{ at: Date | null }>(sql`select min(created_at) as at from accounts`);
  let now = first?.at ? new Date(first.at) : until;
  while (now < until) {
    const ahead = await Promise.all(LIVED.map((sweep) => sweep.nextAt({ db, now }, now)));
    const next = ahead
      .filter((at): at is Date => at !== null && at > now)
      .sort((a, b) => a.getTime() - b.getTime())[0];
    if (!next || next > until) return;
    now = next;
    await runBilling({ db, now }, undefined, LIVED);
  }
}
