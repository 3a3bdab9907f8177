import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { reasonOf } from '@/domain/decline';
import type { ShownPaymentStatus } from '@/domain/payment';
import type { PaymentMethod } from '@/domain/subscription';
import { lastRetryAt } from '@/domain/retry';
import {
  bankAccounts,
  cards,
  chargeAttempts,
  disputes,
  moneyReceived,
  orders,
  payments,
  refunds,
  slips,
} from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { unseal } from '../../platform/sealed-text';
import type { Ctx } from '../../platform/context';
import type { OrderView } from '../../shop/orders/queries';

/** A pending payment by link waits for the subscriber; another one waits for the bank. */
export const shownStatus = (
  status: ShownPaymentStatus,
  method: PaymentMethod | null,
): ShownPaymentStatus | 'waiting' => (status === 'pending' && method === 'offline' ? 'waiting' : status);

/**
 * Returns orders as the desk shows them: without addresses and links, with each try to charge them, the refunds of their
 * payment and its dispute.
 */
export async function toOrderCards(ctx: Ctx, views: readonly OrderView[]) {
  const facts = await readFacts(
    ctx,
    views.map(({ orderId }) => orderId),
  );
  return views.map(({ payment, shipment, receipt, creditNotes, ...view }) => {
    const { orderId, orderNumber, status, paymentDate, total, refunded } = view;
    const ofOrder = <T extends { orderId: string | null }>(rows: readonly T[]) =>
      rows.filter((row) => row.orderId === orderId);
    const due = ofOrder(facts.due)[0];
    return {
      orderId,
      orderNumber,
      status,
      paymentDate,
      total,
      refunded,
      items: view.items,
      boxPrice: view.boxPrice,
      listPrice: due?.listPrice ?? view.boxPrice,
      deliveryFee: view.deliveryFee,
      codeDiscount: view.codeDiscount,
      waived: view.waived,
      freeProduct: view.freeProduct,
      payment: payment && shownStatus(payment.status, view.paymentMethod),
      canRefund: payment?.status === 'success' && refunded < total,
      tries: ofOrder(facts.tries).map(toTry),
      nextTryAt: due?.dueAt?.toISOString() ?? null,
      lastTryAt: due?.dueAt ? (due.givesUpAt ?? lastRetryAt(paymentDate)).toISOString() : null,
      transferredAt: ofOrder(facts.transfers)[0]?.paidAt.toISOString() ?? null,
      refunds: ofOrder(facts.given).map(({ amount, status: state, at }) => ({
        amount,
        status: state,
        at: at.toISOString(),
      })),
      slips: ofOrder(facts.sent).map(({ id, bank, ref, state, at, hasPicture }) => ({
        slipId: id,
        bank,
        ref,
        state,
        at: at.toISOString(),
        hasPicture,
      })),
      dispute: ofOrder(facts.disputed)[0]?.status ?? null,
      receipt: receipt?.number ?? null,
      creditNotes: creditNotes.map(({ number }) => number),
      parcel: shipment && {
        status: shipment.status,
        courier: shipment.courier,
        number: shipment.trackingNumber,
      },
    };
  });
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** `not_sent`: a rule of the product declined it before the bank was asked. */
const toTry = ({
  status,
  reason,
  at,
  closedAt,
  sentAt,
  brand,
  lastDigits,
  app,
  bank,
  account,
}: Facts['tries'][number]) => ({
  at: (closedAt ?? at).toISOString(),
  status: status === 'declined' && sentAt === null ? ('not_sent' as const) : status,
  reason: reason === null ? null : reasonOf(reason),
  card: brand !== null && lastDigits !== null ? { brand, lastDigits } : null,
  account: bank !== null && account !== null ? { bank, lastDigits: account } : null,
  app,
});

async function readFacts({ db }: Ctx, ids: string[]) {
  const [tries, due, transfers, given, disputed, sent] = await Promise.all([
    db
      .select({
        orderId: chargeAttempts.orderId,
        status: chargeAttempts.status,
        reason: chargeAttempts.reason,
        at: chargeAttempts.createdAt,
        closedAt: chargeAttempts.closedAt,
        sentAt: chargeAttempts.sentAt,
        brand: cards.brand,
        lastDigits: cards.lastDigits,
        app: chargeAttempts.app,
        bank: bankAccounts.bank,
        account: bankAccounts.lastDigits,
      })
      .from(chargeAttempts)
      .leftJoin(cards, eq(cards.id, chargeAttempts.cardId))
      .leftJoin(bankAccounts, eq(bankAccounts.id, chargeAttempts.bankAccountId))
      .where(inArray(chargeAttempts.orderId, ids))
      .orderBy(asc(chargeAttempts.attemptNo)),
    db
      .select({
        orderId: orders.id,
        listPrice: orders.listPrice,
        dueAt: payments.dueAt,
        givesUpAt: payments.givesUpAt,
      })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(inArray(orders.id, ids)),
    db
      .select({ orderId: moneyReceived.orderId, paidAt: moneyReceived.paidAt })
      .from(moneyReceived)
      .where(
        and(
          inArray(moneyReceived.orderId, ids),
          eq(moneyReceived.verdict, 'kept'),
          eq(moneyReceived.provider, 'bank'),
        ),
      ),
    db
      .select({
        orderId: moneyReceived.orderId,
        amount: refunds.amount,
        status: refunds.status,
        at: refunds.createdAt,
      })
      .from(refunds)
      .innerJoin(moneyReceived, eq(moneyReceived.id, refunds.moneyId))
      .where(and(inArray(moneyReceived.orderId, ids), eq(moneyReceived.verdict, 'kept')))
      .orderBy(asc(refunds.createdAt)),
    db
      .select({ orderId: moneyReceived.orderId, status: disputes.status })
      .from(disputes)
      .innerJoin(moneyReceived, eq(moneyReceived.id, disputes.moneyId))
      .where(inArray(moneyReceived.orderId, ids))
      .orderBy(desc(disputes.openedAt)),
    listSlips(db, ids),
  ]);
  return { tries, due, transfers, given, disputed, sent };
}

/** Returns the slips that were sent for orders, without their pictures. */
function listSlips(db: Ctx['db'], ids: string[]) {
  return db
    .select({
      orderId: slips.orderId,
      id: slips.id,
      bank: slips.bank,
      ref: slips.ref,
      state: slips.state,
      at: slips.createdAt,
      hasPicture: typedSql(z.boolean(), sql`${slips.picture} is not null`),
    })
    .from(slips)
    .where(inArray(slips.orderId, ids))
    .orderBy(asc(slips.createdAt));
}

/** Returns the picture of a slip as a data URL; null after it was deleted. */
export async function readSlipPicture({ db }: Ctx, slipId: string): Promise<string | null> {
  const [slip] = await db.select({ picture: slips.picture }).from(slips).where(eq(slips.id, slipId));
  const opened = slip?.picture ? unseal('slip', slip.picture) : null;
  return opened && `data:image/jpeg;base64,${opened.text}`;
}
