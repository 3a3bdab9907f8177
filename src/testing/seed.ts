import { eq, like, sql } from 'drizzle-orm';
import { readSettings } from '@/settings/settings';
import { isOnThisMachine } from '@/settings/providers';
import { dayOf, hourOf, type Day } from '@/domain/day';
import { setDelivery } from '@/server/subscriber/account/delivery';
import { startRegistration } from '@/server/subscriber/account/registration';
import { writeLineRegistration } from '@/server/login/line-registration';
import { runBilling } from '@/server/work/jobs/run';
import { readNextInstant } from '@/server/work/jobs/due-instants';
import { SCHEDULED_JOBS } from '@/server/work/jobs/scheduled-jobs';
import { loadClock, systemNow } from '@/server/platform/clock';
import type { Ctx } from '@/server/platform/context';
import { database, transaction, type Db } from '@/server/db';
import { accounts, messages } from '@/server/db/schema';
import { payFirstOrder } from '@/server/money/checkout/first-payment';
import { payFirstOffline } from '@/server/money/checkout/first-payment-offline';
import { bookTransfer } from '@/server/money/payment-links/book-transfer';
import { cancelSubscription } from '@/server/subscriber/plan/cancel';
import { createCardToken } from './cards';
import { listDemoAccounts, type DemoAccount } from './demo-accounts';
import { seedParcels } from './seed-parcels';
import { lineUserId } from './line';

/** The demo password of the documentation. It is public. */
const KNOWN_PASSWORD = 'demo-password-1';

/**
 * Fills an empty database with demo accounts: calls the use cases with past dates. Needs a running sandbox,
 * which stores the cards. Sends no mail for past dates.
 * @returns the accounts to print; all have the demo password. None if the database has demo accounts
 * @throws Error if other machines can reach the site and DEMO_PASSWORD is the documented password
 */
export async function seed(env: NodeJS.ProcessEnv): Promise<{ email: string; about: string }[]> {
  const settings = readSettings(env);
  const password = env.DEMO_PASSWORD ?? KNOWN_PASSWORD;
  if (password === KNOWN_PASSWORD && !isOnThisMachine(settings.SITE_URL))
    throw new Error('DEMO_PASSWORD: set one of your own; the documented one is for this machine only');
  // Uses the pool of the process, as the circuit breakers do. An open pool would keep the process running.
  const db = database();
  try {
    await loadClock(db);
    const [seeded] = await db.select().from(accounts).where(like(accounts.email, '%@demo.test')).limit(1);
    if (seeded) return [];
    const now = systemNow();
    const demo = listDemoAccounts(dayOf(now)).filter((one) => one.card || settings.OFFLINE_REGISTRATION);
    for (const { on, run } of demo.flatMap((account) => listSteps(account, password)).sort(byDay)) {
      const at = hourOf(on, 10);
      await runJobsUntil(db, at);
      await run({ db, now: at });
    }
    await runJobsUntil(db, now);
    await seedParcels({ db, now });
    await transaction(db, (tx) =>
      tx.update(messages).set({ status: 'dropped' }).where(eq(messages.status, 'queued')),
    );
    return demo.map(({ email, about }) => ({ email, about }));
  } finally {
    await db.$client.end();
  }
}

interface Step {
  on: Day;
  run: (ctx: Ctx) => Promise<void>;
}

const byDay = (a: Step, b: Step) => (a.on < b.on ? -1 : 1);

function listSteps(account: DemoAccount, password: string): Step[] {
  const registered = { on: account.registeredOn, run: (ctx: Ctx) => register(ctx, account, password) };
  if (!account.cancelledOn) return [registered];
  return [registered, { on: account.cancelledOn, run: (ctx) => cancel(ctx, account.email) }];
}

async function cancel(ctx: Ctx, email: string): Promise<void> {
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.emailNorm, email));
  await cancelSubscription(ctx, account?.id ?? '', { reason: 'buyWhenNeed' });
}

async function register(ctx: Ctx, demo: DemoAccount, password: string): Promise<void> {
  const { db, now: at } = ctx;
  const { accountId } = await startRegistration(
    ctx,
    null,
    {
      plan: { frequency: 1, paymentDay: demo.paymentDay, items: demo.items },
      details: { firstName: demo.firstName, lastName: demo.lastName, phone: demo.phone },
      email: demo.email,
      ...(demo.line ? {} : { password }),
      locale: demo.locale,
    },
    { address: 'seed', device: null },
    await startWithLine(ctx, demo),
  );
  const place = {
    address: '1 Soi Sukhumvit 26',
    subdistrict: 'Khlong Tan',
    district: 'Khlong Toei',
    province: 'Bangkok',
    postalCode: '10110',
  };
  await setDelivery(ctx, accountId, place);
  if (demo.card) await payFirstOrder(ctx, accountId, await createCardToken(demo.card));
  else await payByTransfer(ctx, accountId);
  if (demo.line) return;
  await transaction(db, (tx) =>
    tx.update(accounts).set({ emailVerifiedAt: at }).where(eq(accounts.id, accountId)),
  );
}

/**
 * Starts a registration with LINE.
 * @returns the secret of the registration, or null if the account does not use LINE
 */
async function startWithLine(ctx: Ctx, { line, email }: DemoAccount): Promise<string | null> {
  if (!line) return null;
  const subject = lineUserId(line.person);
  return writeLineRegistration(ctx, { subject, displayName: line.name, email, friend: true });
}

/** Requests a payment link for the first order and records a transfer for it on the same day. */
async function payByTransfer(ctx: Ctx, accountId: string): Promise<void> {
  const { amount, bankDetails } = await payFirstOffline(ctx, accountId);
  const reference = bankDetails?.reference ?? '';
  const line = { reference, amount, providerRef: `seed:${reference}`, actor: 'operator' };
  await bookTransfer(ctx, { ...line, paidOn: dayOf(ctx.now) });
}

// Parcels cannot be created in the past. They are created at the end.
const SEEDED_JOBS = SCHEDULED_JOBS.filter(({ name }) => name !== 'sendParcels' && name !== 'readParcels');

/** Runs the production's scheduled jobs at every instant at which work is due, up to `until`. */
async function runJobsUntil(db: Db, until: Date): Promise<void> {
  const [first] = await db.execute<{ at: Date | null }>(sql`select min(created_at) as at from accounts`);
  let now = first?.at ? new Date(first.at) : until;
  while (now < until) {
    const next = await readNextInstant({ db, now }, SEEDED_JOBS);
    if (!next || next > until) return;
    now = next;
    await runBilling({ db, now }, undefined, SEEDED_JOBS);
  }
}
