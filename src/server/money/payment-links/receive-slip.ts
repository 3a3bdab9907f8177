import { and, asc, between, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { addDays, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { isBooked } from '@/domain/payment';
import {
  nextSlipCheck,
  readSlipQr,
  slipFit,
  type SlipQr,
  type SlipState,
  type VerifiedTransfer,
} from '@/domain/slip';
import { settings } from '@/settings/settings';
import { hasSlipProvider, verifySlip } from '../../gateways/slipok';
import { writeAudit } from '../../lifecycle/audit';
import { bankDetailsOf } from '../../lifecycle/payment-links';
import type { Ctx } from '../../platform/context';
import { newId } from '../../platform/ids';
import { log } from '../../platform/log';
import { seal } from '../../platform/sealed-text';
import { transaction, type Tx } from '../../db';
import { bankTransfers, slips } from '../../db/schema';
import { BY_SLIP, bookTransfer, lockTransfersOf } from './book-transfer';
import { isStillOpen } from './pay-page';
import { findLinkById, type LinkRows } from './queries';
import { readPicture } from './read-picture';
import { queueSlipAnswer } from './slip-answer';

type Slip = typeof slips.$inferSelect;

/**
 * Takes the slip of a transfer for a link. With a verification provider it asks the bank at once.
 * @param qr the text of its QR code, if the sender has read it
 * @throws AppError NOT_FOUND for a link that cannot be paid, SLIP_UNREADABLE, SLIP_USED for a slip of another order
 */
export async function receiveSlip(
  ctx: Ctx,
  found: LinkRows,
  sent: { picture: Buffer; qr: string | null },
): Promise<SlipState> {
  if (!isStillOpen(found, ctx.now)) throw new AppError('NOT_FOUND');
  const picture = await readPicture(sent.picture);
  const qr = readSlipQr(sent.qr ?? '') ?? readSlipQr(picture?.text ?? '');
  if (!picture || !qr) throw new AppError('SLIP_UNREADABLE');
  return takeSlip(ctx, found, { qr, jpeg: picture.jpeg, via: 'page' });
}

/** Takes a slip that was read for a link that can be paid. A repeat returns the state of the first. @throws AppError SLIP_USED */
export async function takeSlip(
  ctx: Ctx,
  { link, order }: LinkRows,
  { qr, jpeg, via }: { qr: SlipQr; jpeg: Buffer; via: Slip['via'] },
): Promise<SlipState> {
  const isVerified = hasSlipProvider() && qr.bank !== 'TMN';
  const slip = await transaction(ctx.db, async (tx) => {
    const [written] = await tx
      .insert(slips)
      .values({
        id: newId('slip'),
        orderId: order.id,
        linkId: link.id,
        ...qr,
        via,
        state: isVerified ? 'checking' : 'stored',
        picture: seal('slip', jpeg.toString('base64')),
        checkAt: isVerified ? ctx.now : null,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning();
    if (written) {
      await writeAudit(tx, ctx.now, {
        actor: order.accountId,
        subject: order.subscriptionId,
        what: 'slip.received',
        detail: { slipId: written.id, orderId: order.id },
      });
      return written;
    }
    const ofTransfer = and(eq(slips.bank, qr.bank), eq(slips.ref, qr.ref));
    const [known] = await tx.select().from(slips).where(ofTransfer);
    if (known?.orderId !== order.id) throw new AppError('SLIP_USED');
    return known;
  });
  if (slip.state !== 'checking') return slip.state;
  await checkSlip(ctx, slip.id);
  return readState(ctx, slip.id);
}

async function readState({ db }: Ctx, slipId: string): Promise<SlipState> {
  const [slip] = await db.select({ state: slips.state }).from(slips).where(eq(slips.id, slipId));
  return slip?.state ?? 'stored';
}

/** Returns the slips whose transfers are to be read at the bank. */
export function listSlipsToCheck({ db, now }: Ctx, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: slips.id })
    .from(slips)
    .where(lte(slips.checkAt, now))
    .orderBy(asc(slips.checkAt), asc(slips.id))
    .limit(limit);
}

/** Reads the transfer of a slip at the bank, and books it if it pays its order. One process at a time reads a slip. */
export async function checkSlip(ctx: Ctx, slipId: string): Promise<void> {
  const slip = await claim(ctx, slipId);
  if (!slip) return;
  const found = await findLinkById(ctx.db, slip.linkId);
  if (!found) return;
  const answer = await verifySlip(slip);
  if (answer.kind === 'found') return settleSlip(ctx, slip, { found, transfer: answer.transfer });
  if (answer.kind === 'unknown') return end(ctx, slip, { state: 'unknown' });
  log.warn('slips.provider_away', { code: answer.why });
  // The staff decides about a slip that could not be verified in time.
  if (nextSlipCheck(slip.checks, ctx.now) === null) await end(ctx, slip, { state: 'stored' });
}

/** Takes a slip that is due. Its next check is later, so that another process does not take it, too. */
async function claim({ db, now }: Ctx, slipId: string): Promise<Slip | null> {
  return transaction(db, async (tx) => {
    const isDue = and(eq(slips.id, slipId), lte(slips.checkAt, now));
    const [slip] = await tx.select().from(slips).where(isDue).for('update', { skipLocked: true });
    if (!slip) return null;
    const checks = slip.checks + 1;
    const checkAt = nextSlipCheck(checks, now) ?? new Date(now.getTime() + LAST_TRY_MS);
    await tx.update(slips).set({ checks, checkAt }).where(eq(slips.id, slipId));
    return { ...slip, checks };
  });
}

const LAST_TRY_MS = 3_600_000;

/** Ends the check of a slip. */
async function end(
  { db, now }: Ctx,
  { id }: Slip,
  fields: Partial<Slip> & { state: SlipState },
): Promise<void> {
  await transaction(db, async (tx) => {
    const [ended] = await tx
      .update(slips)
      .set({ ...fields, checkAt: null })
      .where(and(eq(slips.id, id), eq(slips.state, 'checking')))
      .returning();
    if (ended) await queueSlipAnswer(tx, now, ended);
  });
}

/**
 * Books the transfer of a slip like a line of the bank statement, through the same settlement. A line of its amount and
 * minute that is booked for another order makes it doubtful, so that the staff decides.
 */
async function settleSlip(
  ctx: Ctx,
  slip: Slip,
  { found, transfer }: { found: LinkRows; transfer: VerifiedTransfer },
): Promise<void> {
  const { amount, paidOn, time } = transfer;
  const { BANK_ACCOUNT_NAME: accountName, BANK_ACCOUNT_NUMBER: accountNumber } = settings();
  const fit = slipFit(transfer, { accountName, accountNumber, createdAt: found.link.createdAt });
  const facts = { amount, paidOn, paidAtTime: time };
  if (fit === 'gateway' || fit === 'foreign') return end(ctx, slip, { ...facts, state: fit });
  const providerRef = `${BY_SLIP}${slip.bank}:${slip.ref}`;
  const line = {
    amount,
    paidOn,
    bankTime: time,
    reference: bankDetailsOf(found.link).reference,
    providerRef,
  };
  const booked = await bookTransfer(ctx, { ...line, actor: 'slip' }, async (tx, orderId) => {
    await lockTransfersOf(tx, [line]);
    const near = await listSame(tx, slip, { ...line, orderId });
    const own = near.filter((row) => row.orderId === null || row.orderId === orderId);
    // One of several lines is the transfer. A record beside them would count it twice.
    const same = own.find(({ status }) => !isBooked(status)) ?? own[0];
    const isUnclear = same?.orderId === null && same.bankTime === null;
    return {
      isDoubtful: fit === 'doubtful' || own.length < near.length || own.length > 1 || isUnclear,
      providerRef: same?.providerRef ?? providerRef,
    };
  });
  const state = booked.status === 'matched' ? 'booked' : 'listed';
  await end(ctx, slip, { ...facts, state, transferId: booked.transferId });
}

/**
 * Returns the transfers that may be that of a slip: those of its amount and minute, those of its amount and day that name
 * no order and no time, and those of its amount that are booked for its order, whose minute the statement may not have. A
 * transfer of another slip is certainly another one.
 */
function listSame(
  tx: Tx,
  { id, bank, ref }: Slip,
  {
    amount,
    paidOn,
    bankTime,
    orderId,
  }: { amount: number; paidOn: Day; bankTime: string | null; orderId: string | null },
) {
  const { orderId: ofOrder, bankTime: ofTime, status } = bankTransfers;
  return tx
    .select()
    .from(bankTransfers)
    .where(
      and(
        eq(bankTransfers.amount, amount),
        sql`(${bankTransfers.providerRef} not like ${`${BY_SLIP}%`} or ${bankTransfers.providerRef} = ${`${BY_SLIP}${bank}:${ref}`})`,
        sql`not exists (select 1 from slips s where s.transfer_id = ${bankTransfers.id} and s.id <> ${id})`,
        or(
          and(
            eq(bankTransfers.paidOn, paidOn),
            or(
              sql`left(${ofTime}, 5) = ${(bankTime ?? '').slice(0, 5)}`,
              and(isNull(ofTime), isNull(ofOrder), eq(status, 'unknown_reference')),
            ),
          ),
          and(
            eq(ofOrder, orderId ?? ''),
            between(bankTransfers.paidOn, addDays(paidOn, -1), addDays(paidOn, 1)),
          ),
        ),
      ),
    )
    .orderBy(asc(bankTransfers.recordedAt));
}
