import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, AppError, enforce, type Verdict } from '@/domain/errors';
import { hasSubscribed, type SubscriberFacts } from '@/domain/subscription';
import type { Db, Tx } from '../db';
import { accounts, subscriptions } from '../db/schema';
import { typedSql } from '../db/query-rows';
import { awaitsOfflinePaymentSql } from './awaited-payments';
import { lockSubscriptionOf } from './locks';

type Rule = (facts: SubscriberFacts) => Verdict;

/**
 * Returns an account with its subscription.
 * @param rule returns which subscriptions are allowed
 * @throws AppError NOT_LOGGED_IN for a deleted account, NOT_ALLOWED without a subscription, the rule's
 *   refusal
 */
export async function requireAccount(db: Db | Tx, accountId: string, rule: Rule) {
  const [row] = await db
    .select({
      account: accounts,
      subscription: subscriptions,
      awaitsOfflinePayment: typedSql(
        z.boolean(),
        sql`${sql.raw(awaitsOfflinePaymentSql('subscriptions.id'))}`,
      ),
    })
    .from(accounts)
    .leftJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!row) throw new AppError('NOT_LOGGED_IN');
  const { account, subscription, awaitsOfflinePayment } = row;
  if (!subscription) throw new AppError('NOT_ALLOWED');
  const { status, activatedAt } = subscription;
  enforce(rule({ status, activatedAt, awaitsOfflinePayment }));
  return { account, subscription, awaitsOfflinePayment };
}

/**
 * Locks an account's subscription, then returns the account and the subscription as `requireAccount` does.
 */
export async function lockAccount(tx: Tx, accountId: string, rule: Rule) {
  await lockSubscriptionOf(tx, accountId);
  return requireAccount(tx, accountId, rule);
}

/**
 * Returns the account and the subscription of a subscriber, also while a payment is pending.
 * @throws AppError NOT_LOGGED_IN for a deleted account, NOT_ALLOWED for a registration in progress
 */
export async function requireSubscriber(db: Db | Tx, accountId: string) {
  const person = await requireAccount(db, accountId, () => allow);
  enforce(hasSubscribed(person.subscription));
  return person;
}
