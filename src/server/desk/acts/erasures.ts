import { and, asc, eq, gte, isNotNull } from 'drizzle-orm';
import { startOfDay, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { canActAsSubscriber } from '@/domain/subscription';
import { eraseAccount } from '../../subscriber/account/deletion';
import { lockAccount } from '../../lifecycle/require-subscriber';
import type { Ctx } from '../../platform/context';
import { transaction } from '../../db';
import { accounts } from '../../db/schema';
import { log } from '../../platform/log';
import { releaseOpenPayments } from '../../money/settlement/release-open-payments';
import { OperatorRefusal, type OperatorCtx } from './operator';

export interface Erasure {
  accountId: string;
  /** The instant of the erasure (ISO 8601). */
  erasedAt: string;
}

/**
 * The result for one account. `waiting`: a payment of the account is open, or the account is a registration in progress.
 * Such a registration expires without this command.
 */
type Result = 'erased' | 'already erased' | 'absent' | 'waiting';
export type ErasedAgain = { accountId: string; result: Result };

/** Returns the accounts that were erased since a day, earliest first. If `since` is null, returns all of them. */
export async function listErasures({ db }: Ctx, since: Day | null): Promise<Erasure[]> {
  const rows = await db
    .select({ accountId: accounts.id, erasedAt: accounts.deletedAt })
    .from(accounts)
    .where(
      and(
        isNotNull(accounts.deletedAt),
        since === null ? undefined : gte(accounts.deletedAt, startOfDay(since)),
      ),
    )
    .orderBy(asc(accounts.deletedAt), asc(accounts.id));
  return rows.map(({ accountId, erasedAt }) => ({ accountId, erasedAt: erasedAt?.toISOString() ?? '' }));
}

/**
 * Returns the account ids in the output of `erasures`, or in log lines of the event `account.erased`. Skips empty lines.
 * @throws OperatorRefusal if any other line has another format
 */
export function readErasures(text: string): string[] {
  const ids = text.split('\n').flatMap((line, n) => {
    if (line.trim() === '') return [];
    const id = readAccountId(line.trim());
    if (id === null) throw new OperatorRefusal('erasureLine', { line: n + 1 });
    return [id];
  });
  return [...new Set(ids)];
}

function readAccountId(line: string): string | null {
  const [, listed] = /^(acc_[a-z0-9]+)( +\d{4}-\S+)?$/.exec(line) ?? [];
  const [, logged] = line.includes('"event":"account.erased"')
    ? (/"accountId":"(acc_[a-z0-9]+)"/.exec(line) ?? [])
    : [];
  return listed ?? logged ?? null;
}

/**
 * Erases accounts that a restored backup contains although they were erased before. Sends no messages: the first erasure
 * notified the subscribers.
 */
export async function eraseAgain(ctx: OperatorCtx, accountIds: string[]): Promise<ErasedAgain[]> {
  const results: ErasedAgain[] = [];
  for (const accountId of accountIds) results.push({ accountId, result: await eraseOne(ctx, accountId) });
  return results;
}

async function eraseOne(ctx: OperatorCtx, accountId: string): Promise<Result> {
  const [account] = await ctx.db
    .select({ deletedAt: accounts.deletedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!account) return 'absent';
  if (account.deletedAt !== null) return 'already erased';
  try {
    await releaseOpenPayments(ctx, accountId);
    await transaction(ctx.db, async (tx) => {
      const person = await lockAccount(tx, accountId, canActAsSubscriber);
      await eraseAccount(tx, ctx.now, person, ctx.operator);
    });
  } catch (error) {
    if (error instanceof AppError && ['PAYMENT_PENDING', 'NOT_ALLOWED'].includes(error.code))
      return 'waiting';
    throw error;
  }
  log.info('account.erased', { accountId });
  return 'erased';
}
