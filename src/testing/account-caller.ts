import { TRPCError } from '@trpc/server';
import { AppError } from '@/domain/errors';
import { apiContext } from '@/server/api/context';
import { sessionCookieName } from '@/server/login/lucia';
import { createCaller } from '@/server/api/root';
import { transaction, type Tx } from '@/server/db';
import { runJobs } from './jobs';
import type { Browser } from './browser';
import type { World } from './world';

/** The new cookie of each renewed session. The key is the session's previous cookie. */
const renewed = new Map<string, string>();

function presentCookie(cookie: string): string {
  const next = renewed.get(cookie);
  return next === undefined ? cookie : presentCookie(next);
}

/** Creates a tRPC caller for the session of a browser. If a call renews the session, stores the new cookie. */
export function accountOf(
  browser: Pick<Browser, 'cookie'> & Partial<Pick<Browser, 'keepSession'>>,
  headers: Record<string, string> = {},
) {
  const cookie = presentCookie(browser.cookie());
  const ctx = apiContext(new Headers({ cookie, ...headers }), 'POST');
  const { giveSession } = ctx;
  ctx.giveSession = (secret) => {
    renewed.set(cookie, `${sessionCookieName()}=${secret}`);
    browser.keepSession?.(secret);
    return giveSession(secret);
  };
  return createCaller(ctx).account;
}

/** Returns the error code of a refused call, or "accepted". Throws errors that are not refusals. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    const refusal = error instanceof TRPCError ? error.cause : error;
    if (!(refusal instanceof AppError)) throw error;
    return refusal.code;
  }
}

/** Waits for concurrent calls and returns how many calls ended with each code. */
export async function countCodes(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(work.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** Runs the jobs and returns the last mail to an e-mail address. */
export async function mailOf(world: World, email: string) {
  await runJobs();
  return world.latestMail(email);
}

/**
 * Puts an account's earliest open order in the state `awaiting_payment`, with an offline payment.
 * @param within an open transaction; default: a new transaction
 */
export async function openPaymentLink(world: World, email: string, within?: Tx): Promise<void> {
  const now = world.now().toISOString();
  const open = async (tx: Tx) => {
    const [order] = await tx.execute<{ id: string; account_id: string; total: string }>(`
      update orders set status = 'awaiting_payment', begun_at = '${now}' where id = (
        select o.id from orders o join accounts a on a.id = o.account_id
        where a.email = '${email}' and o.status in ('upcoming','charging') order by o.cycle_index limit 1)
      returning id, account_id, total`);
    if (!order) throw new Error('no order to open a link for');
    await tx.execute(`insert into payments (id, order_id, account_id, method, status, amount, created_at)
      values ('pay_${order.id}', '${order.id}', '${order.account_id}', 'offline', 'pending', ${order.total}, '${now}')
      on conflict (order_id) do update set method = 'offline', status = 'pending', due_at = null, gives_up_at = null`);
    await tx.execute(
      `update subscriptions set payment_method = 'offline' where account_id = '${order.account_id}'`,
    );
  };
  await (within ? open(within) : transaction(world.db, open));
}
