import { eq } from 'drizzle-orm';
import type { BoxItem } from '@/domain/box';
import { normaliseEmail, type AgeGroup } from '@/domain/contact';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { touch } from '@/domain/lifecycle/subscriptions';
import type { Locale } from '@/domain/locale';
import { normaliseCode } from '@/domain/referral';
import type { Tx } from '../../db';
import { accounts, boxItems, subscriptions } from '../../db/schema';
import { applyChanges } from '../../lifecycle/apply-changes';
import { addEvents } from '../../lifecycle/events';
import type { Subscription } from '../../lifecycle/locks';
import { newId } from '../../platform/ids';
import { eraseExpiredRegistration } from './expire-registrations';
import { requireFreeEmail, requireUnreserved } from './reserved-email';

export interface RegistrationInput {
  plan: { frequency: number; paymentDay: number; items: BoxItem[] };
  details: { firstName: string; lastName: string; phone: string; ageGroup?: AgeGroup };
  email: string;
  password?: string;
  locale: Locale;
  code?: string | null;
}

/**
 * Creates the account of a new registration. Deletes an expired registration with the same e-mail first.
 * @param passwordHash null for a registration with LINE
 * @returns the account's id
 * @throws AppError EMAIL_TAKEN
 */
export async function createAccount(
  tx: Tx,
  now: Date,
  input: RegistrationInput,
  passwordHash: string | null,
): Promise<string> {
  await eraseExpiredRegistration(tx, now, input.email);
  const id = newId('account');
  const created = await tx
    .insert(accounts)
    .values({
      id,
      email: input.email,
      emailNorm: normaliseEmail(input.email),
      passwordHash,
      ...input.details,
      ageGroup: input.details.ageGroup ?? null,
      locale: input.locale,
      consentAt: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: accounts.emailNorm })
    .returning({ id: accounts.id });
  if (created.length === 0) throw new AppError('EMAIL_TAKEN');
  await requireUnreserved(tx, now, id, normaliseEmail(input.email));
  addEvents(tx, now, [{ type: 'customer.created', id, changes: {} }]);
  return id;
}

/**
 * Changes the account of an unfinished registration. Without a new password, removes the old password if the e-mail
 * changes or LINE is linked: on a shared browser, the old password may belong to another person.
 * @returns whether the e-mail changed; the caller then sends a verification link
 */
export async function changeAccount(
  tx: Tx,
  now: Date,
  id: string,
  input: RegistrationInput,
  { passwordHash, withLine }: { passwordHash: string | null; withLine: boolean },
): Promise<boolean> {
  const [before] = await tx
    .select({ emailNorm: accounts.emailNorm })
    .from(accounts)
    .where(eq(accounts.id, id));
  const emailNorm = normaliseEmail(input.email);
  const changed = before?.emailNorm !== emailNorm;
  if (changed) {
    await eraseExpiredRegistration(tx, now, input.email);
    await requireFreeEmail(tx, id, emailNorm);
  }
  await tx
    .update(accounts)
    .set({
      email: input.email,
      emailNorm,
      ...input.details,
      ageGroup: input.details.ageGroup ?? null,
      locale: input.locale,
      ...(changed ? { emailVerifiedAt: null } : {}),
      ...(passwordHash || changed || withLine ? { passwordHash } : {}),
    })
    .where(eq(accounts.id, id));
  if (changed) await requireUnreserved(tx, now, id, emailNorm);
  addEvents(tx, now, [{ type: 'customer.updated', id, changes: {} }]);
  return changed;
}

/**
 * Writes box, frequency, payment day and code of a registration.
 * @param known the subscription to change; null creates a subscription
 */
export async function writePlan(
  tx: Tx,
  now: Date,
  accountId: string,
  known: Subscription | null,
  input: RegistrationInput,
) {
  const plan = {
    frequency: input.plan.frequency,
    paymentDay: input.plan.paymentDay,
    code: input.code === undefined || input.code === null ? null : normaliseCode(input.code),
  };
  const subscription = known
    ? await changePlan(tx, now, known, plan)
    : await beginSubscription(tx, now, accountId, plan);
  await tx.delete(boxItems).where(eq(boxItems.subscriptionId, subscription.id));
  await tx
    .insert(boxItems)
    .values(input.plan.items.map((item) => ({ subscriptionId: subscription.id, ...item })));
  return subscription;
}

type Plan = Pick<Subscription, 'frequency' | 'paymentDay' | 'code'>;

async function changePlan(tx: Tx, now: Date, known: Subscription, plan: Plan): Promise<Subscription> {
  const about = { cause: 'asked_by_subscriber', actor: known.accountId, subscriptionId: known.id } as const;
  await applyChanges(tx, now, [{ ...about, ...touch(known, plan) }]);
  return { ...known, ...plan, version: known.version + 1 };
}

async function beginSubscription(tx: Tx, now: Date, accountId: string, plan: Plan): Promise<Subscription> {
  const [begun] = await tx
    .insert(subscriptions)
    .values({
      id: newId('subscription'),
      accountId,
      status: 'awaiting_payment',
      paymentMethod: 'card',
      ...plan,
      registeredOn: dayOf(now),
      createdAt: now,
    })
    .returning();
  if (!begun) throw new Error('a subscription was not written');
  const { id, status, frequency, paymentDay, paymentMethod } = begun;
  const changes = { accountId, status, frequency, paymentDay, paymentMethod };
  addEvents(tx, now, [{ type: 'subscription.created', id, changes }]);
  return begun;
}
