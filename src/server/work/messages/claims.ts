import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { OrderStatus } from '@/domain/order';
import { allowsOptional } from '@/domain/line-quota';
import type { MessageFacts } from '@/emails/message';
import { isOptional } from '@/emails/messages';
import { hasProvenAddress } from '../../login/mail-limits';
import { systemNow } from '../../platform/clock';
import type { Ctx } from '../../platform/context';
import { isAmong } from '../../db/among';
import { transaction, type Tx } from '../../db';
import { typedSql } from '../../db/query-rows';
import {
  accounts,
  chargeAttempts,
  identities,
  messages,
  orders,
  payments,
  refunds,
  subscriptions,
} from '../../db/schema';
import { writeMessages } from '../../lifecycle/messages';
import { decideBefore, type Message } from './decisions';
import { readFlag } from '../../platform/flags';
import { isFree } from '../../lifecycle/delivery-jobs';
import { isReachableFriend, mayBePushed } from './line-user';
import { hasFailedEmail } from './mail-failures';

const LEASE_MS = 2 * 60_000;

/** A leased message with all facts that are needed to send it. */
export interface ClaimedMessage {
  message: Message;
  /** E-mail and language of the account; undefined for a message without an account. */
  reader: { email: string; locale: Locale; hasFailedEmail: boolean } | undefined;
  /** The LINE user who gets the message; null if it is sent by e-mail. */
  lineUserId: string | null;
  /** Whether LINE reaches the account, and the message may go by LINE, also after a mail. */
  isFriend: boolean;
  /** The channel by which an earlier try may have sent the message; null if none did. */
  channelBefore: Message['channel'];
  isDeleted: boolean;
  /** Whether the account receives optional messages. */
  wantsOptional: boolean;
  /** Whether the owner of the account has proven the e-mail address of the recipient. */
  isProven: boolean;
  /** The number of the order that the message is about; null for another message. */
  orderNumber: number | null;
  leaseUntil: Date;
}

/**
 * Leases messages that are due and that no process is sending. Drops or postpones messages that may not be
 * sent now.
 * @param ids With one id, waits for the lock of its row. With more ids, returns the ids of locked rows as
 *   `left`.
 */
export async function claimMessages(
  { db, now }: Ctx,
  ids: readonly string[],
): Promise<{ claimed: ClaimedMessage[]; left: string[] }> {
  const leaseUntil = new Date(systemNow().getTime() + LEASE_MS);
  return transaction(db, async (tx) => {
    const found = await loadDue(tx, now, ids);
    const decided = found.map((row) => ({
      row,
      change: decideBefore(row.message, { now, leaseUntil, ...row }),
    }));
    await writeMessages(
      tx,
      decided.map(({ row, change }) => ({ id: row.message.id, ...change })),
    );
    const claimed = decided
      .filter(({ change }) => change.leaseUntil)
      .map(({ row, change }): ClaimedMessage => {
        const channelBefore = row.message.channel;
        return { ...row, message: { ...row.message, ...change }, channelBefore, leaseUntil };
      });
    const seen = new Set(found.map(({ message }) => message.id));
    const others = ids.length > 1 ? ids.filter((id) => !seen.has(id)) : [];
    return { claimed, left: others.length > 0 ? await listDue(tx, now, others) : [] };
  });
}

function isDue(now: Date, ids: readonly string[]) {
  return and(
    isAmong(messages.id, ids),
    eq(messages.status, 'queued'),
    lte(messages.notBefore, now),
    isFree(),
  );
}

async function loadDue(tx: Tx, now: Date, ids: readonly string[]) {
  const rows = await tx
    .select({
      message: messages,
      email: accounts.email,
      locale: accounts.locale,
      deletedAt: accounts.deletedAt,
      optionalMessages: accounts.optionalMessages,
      hasFailedEmail: hasFailedEmail(),
      isProven: hasProvenAddress(),
      orderNumber: orders.orderNumber,
      status: orders.status,
      paymentDate: orders.paymentDate,
      dueAt: payments.dueAt,
      hasLeft: hasLeft(),
      subscriptionStatus: subscriptions.status,
      refundStatus: refunds.status,
      attemptStatus: chargeAttempts.status,
      lineUserId: identities.subject,
    })
    .from(messages)
    .leftJoin(accounts, eq(accounts.id, messages.accountId))
    .leftJoin(orders, eq(orders.id, sql`${messages.payload} ->> 'orderId'`))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .leftJoin(refunds, eq(refunds.id, sql`${messages.payload} ->> 'refundId'`))
    .leftJoin(chargeAttempts, eq(chargeAttempts.id, sql`split_part(${messages.dedupeKey}, ':', 2)`))
    .leftJoin(identities, and(eq(identities.accountId, messages.accountId), isReachableFriend()))
    .where(isDue(now, ids))
    .orderBy(asc(messages.id))
    .for('update', ids.length > 1 ? { of: messages, skipLocked: true } : { of: messages });
  const saves = rows.some(({ message }) => isOptional(message.kind))
    ? !allowsOptional(await readFlag(tx, 'lineQuota'))
    : false;
  // What LINE may have accepted is pushed again with its key, which shows whether it has.
  const isSaved = ({ kind, channel }: Message) => saves && isOptional(kind) && channel !== 'line';
  return rows.map(({ message, email, locale, lineUserId, ...row }) => ({
    message,
    reader:
      email === null || locale === null ? undefined : { email, locale, hasFailedEmail: row.hasFailedEmail },
    lineUserId: mayBePushed(message) && !isSaved(message) ? (writerIn(message) ?? lineUserId) : null,
    isFriend: lineUserId !== null && mayBePushed({ ...message, channel: null }),
    isDeleted: row.deletedAt !== null,
    wantsOptional: row.optionalMessages ?? true,
    isProven: row.isProven,
    about: { ...row, order: orderIn(row) },
    orderNumber: row.orderNumber,
  }));
}

/** Returns the LINE user whom an answer goes to, who may have no account; null for any other message. */
function writerIn({ kind, payload }: Message): string | null {
  return kind === 'conversation_answer' && typeof payload.lineSubject === 'string'
    ? payload.lineSubject
    : null;
}

const hasLeft = () =>
  typedSql(
    z.boolean(),
    sql`exists (select 1 from shipments s where s.order_id = ${orders.id} and s.status in ('shipped','delivered'))`,
  );

function orderIn({
  status,
  paymentDate,
  dueAt,
}: {
  status: OrderStatus | null;
  paymentDate: Day | null;
  dueAt: Date | null;
}): MessageFacts['order'] {
  if (status === null || paymentDate === null) return null;
  return { status, paymentDate, dueOn: dueAt && dayOf(dueAt) };
}

async function listDue(tx: Tx, now: Date, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.select({ id: messages.id }).from(messages).where(isDue(now, ids));
  return rows.map(({ id }) => id);
}
