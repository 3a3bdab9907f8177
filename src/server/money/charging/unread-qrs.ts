import { and, eq, isNotNull } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { PayApp } from '@/domain/pay-app';
import type { Ctx } from '../../platform/context';
import type { Tx } from '../../db';
import { chargeAttempts } from '../../db/schema';
import { fetchCharge } from '../../gateways/omise/charges';
import { log } from '../../platform/log';
import { endAppPayment } from '../settlement/end-app-payment';
import { settleAttempt } from '../settlement/settle';

/** A QR code or a payment in an app whose final outcome is not known: a subscriber may have paid it. */
export interface LiveQr {
  attemptId: string;
  chargeId: string;
  app: PayApp | null;
}

/**
 * Thrown if an attempt is about to be written before all live QR codes were read at the gateway. The error
 * rolls the transaction back.
 */
export class QrsUnreadError extends Error {
  constructor(readonly qrs: LiveQr[]) {
    super('QR codes that may be paid were not read');
  }
}

/** The attempt ids of the QR codes that were read at the gateway. */
export type QrsRead = ReadonlySet<string>;

/**
 * Throws if a live QR code of the account was not read at the gateway. Abandoned codes are live, too. The
 * caller must hold the subscription's lock and run inside `withQrsRead`.
 * @throws QrsUnreadError
 */
export async function requireQrsRead(tx: Tx, accountId: string, qrsRead: QrsRead): Promise<void> {
  const live = await tx
    .select({ attemptId: chargeAttempts.id, chargeId: chargeAttempts.chargeId, app: chargeAttempts.app })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.accountId, accountId),
        eq(chargeAttempts.source, 'promptpay'),
        isNotNull(chargeAttempts.checkAt),
      ),
    );
  const known = live.flatMap(({ chargeId, ...qr }) => (chargeId === null ? [] : [{ ...qr, chargeId }]));
  const unread = unreadOf(known, qrsRead);
  if (unread.length > 0) throw new QrsUnreadError(unread);
}

/** Returns the live QR codes that were not read yet. */
export const unreadOf = (live: readonly LiveQr[], qrsRead: QrsRead): LiveQr[] =>
  live.filter(({ attemptId }) => !qrsRead.has(attemptId));

/**
 * Runs `claim`, which writes an attempt. If `claim` throws `QrsUnreadError`, reads and settles the QR codes
 * of the error, then runs `claim` again. Payments in an app are also ended at the gateway.
 * @throws AppError CHECKOUT_FAILED if a QR code can't be read; then nothing was written and nothing charged
 */
export async function withQrsRead<T>(ctx: Ctx, claim: (qrsRead: QrsRead) => Promise<T>): Promise<T> {
  const read = new Set<string>();
  for (;;) {
    try {
      return await claim(read);
    } catch (error) {
      if (!(error instanceof QrsUnreadError)) throw error;
      for (const qr of error.qrs) {
        await readQr(ctx, qr);
        read.add(qr.attemptId);
      }
    }
  }
}

async function readQr(ctx: Ctx, { attemptId, chargeId, app }: LiveQr): Promise<void> {
  const charge = app ? await endAppPayment(chargeId) : await fetchCharge(chargeId);
  if (charge.kind !== 'ok') {
    const code = charge.kind === 'refused' ? charge.code : charge.why;
    log.warn('payments.qr_unreadable', { attemptId, code });
    throw new AppError('CHECKOUT_FAILED');
  }
  await settleAttempt(ctx, attemptId, charge.value.outcome);
}
