import { and, asc, desc, eq, gte, isNotNull, or, sql } from 'drizzle-orm';
import { addDays, dayOf, startOfDay } from '@/domain/day';
import { toDisputeReason } from '@/domain/dispute';
import type { Locale } from '@/domain/locale';
import type { LogInMethod } from '@/domain/session';
import { drawEvidence } from '@/documents/evidence';
import { transaction } from '../../db';
import {
  auditEvents,
  consents,
  disputes,
  messages,
  orderItems,
  products,
  replacedParcels,
  type shipments,
} from '../../db/schema';
import type { Device } from '@/schemas/device';
import { loadParcels } from './parcels';
import { payerName, selectDisputes, type DisputeCase } from './disputes';
import { findTaxInvoice } from '../../work/documents/find-tax-invoice';
import { issueReceipt } from '../../work/documents/issue';
import { auditOperator, OperatorRefusal, type OperatorCtx } from '../acts/operator';

/** From how many days before the payment on messages and log-ins are evidence, and how many of each at most. */
const DAYS_BEFORE = 30;
const ROWS_MAX = 100;

/**
 * Returns what the shop knows about a disputed payment as one PDF in base64, in the language of the page, and records
 * that a member took it. What a deleted account had is missing in it.
 * @throws OperatorRefusal for an unknown dispute
 */
export async function makeEvidence(
  ctx: OperatorCtx & { locale: Locale },
  disputeId: string,
): Promise<{ pdf: string; name: string }> {
  const [found] = await selectDisputes(ctx.db).where(eq(disputes.id, disputeId));
  if (!found) throw new OperatorRefusal('noDispute', { id: disputeId });
  const { order, dispute } = found;
  const receipt = order?.paidAt
    ? ((await findTaxInvoice(ctx.db, order.id)) ?? (await issueReceipt(ctx, order.id)))
    : null;
  const evidence = { ...factsOf(found), ...(await collect(ctx, found)), receipt };
  const pdf = await drawEvidence(evidence, ctx.locale, ctx.now);
  await transaction(ctx.db, (tx) =>
    auditOperator(tx, ctx, {
      subject: order?.id ?? dispute.id,
      what: 'dispute.evidence_read',
      detail: { disputeId, orderId: order?.id ?? null },
    }),
  );
  return { pdf: pdf.toString('base64'), name: `evidence-${order?.orderNumber ?? disputeId}.pdf` };
}

function factsOf(found: DisputeCase) {
  const { dispute, money, order, card } = found;
  return {
    disputeRef: dispute.providerRef,
    chargeRef: money.providerRef,
    kind: dispute.kind,
    reason: toDisputeReason(dispute.reason),
    amount: dispute.amount,
    openedAt: dispute.openedAt.toISOString(),
    answerBy: dispute.answerBy,
    payer: payerName(found),
    paid: { amount: money.amount, at: money.paidAt.toISOString() },
    card: card && `${card.brand} ${card.lastDigits}`,
    orderNumber: order?.orderNumber ?? null,
  };
}

/** Returns what the records have about the order and its subscriber since before the payment. */
async function collect({ db, locale }: OperatorCtx & { locale: Locale }, found: DisputeCase) {
  const { order, money, account, shipment } = found;
  const nothing = { to: null, items: [], parcels: [], messages: [], logIns: [], consents: [] };
  if (!order || !account) return nothing;
  const since = startOfDay(addDays(dayOf(money.paidAt), -DAYS_BEFORE));
  const [[parcel], items, earlier, told, logIns, agreed] = await Promise.all([
    transaction(db, (tx) => loadParcels(tx, [order.id])),
    db
      .select({ quantity: orderItems.quantity, th: products.nameTh, en: products.nameEn })
      .from(orderItems)
      .innerJoin(products, eq(products.code, orderItems.productCode))
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.productCode)),
    db
      .select()
      .from(replacedParcels)
      .where(eq(replacedParcels.orderId, order.id))
      .orderBy(asc(replacedParcels.number)),
    db
      .select({ kind: messages.kind, channel: messages.channel, sentAt: messages.sentAt })
      .from(messages)
      .where(
        and(
          eq(messages.accountId, account.id),
          isNotNull(messages.sentAt),
          or(gte(messages.sentAt, since), sql`${messages.payload} ->> 'orderId' = ${order.id}`),
        ),
      )
      .orderBy(desc(messages.sentAt))
      .limit(ROWS_MAX),
    db
      .select({ at: auditEvents.at, detail: auditEvents.detail })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.subject, account.id),
          eq(auditEvents.what, 'account.logged_in'),
          gte(auditEvents.at, since),
        ),
      )
      .orderBy(desc(auditEvents.at))
      .limit(ROWS_MAX),
    db
      .select()
      .from(consents)
      .where(and(eq(consents.accountId, account.id), eq(consents.purpose, 'charging')))
      .orderBy(asc(consents.givenAt)),
  ]);
  return {
    to: account.deletedAt === null ? (parcel?.to ?? null) : null,
    items: items.map(({ quantity, ...name }) => ({ quantity, name: name[locale] })),
    parcels: [...earlier, ...(shipment ? [shipment] : [])].map(toParcel),
    messages: told
      .toReversed()
      .map(({ kind, channel, sentAt }) => ({ kind, channel, at: sentAt?.toISOString() ?? '' })),
    logIns: logIns.toReversed().map(({ at, detail }) => {
      const { method = null, device = null } = (detail ?? {}) as { method?: LogInMethod; device?: Device };
      const where = [device?.browser, device?.system].filter(Boolean).join(', ');
      return { at: at.toISOString(), method, device: where };
    }),
    consents: agreed.map(({ textVersion, givenAt }) => ({
      textVersion,
      at: givenAt.toISOString(),
    })),
  };
}

const toParcel = (
  one: Pick<
    typeof shipments.$inferSelect,
    'courier' | 'trackingNumber' | 'trackingUrl' | 'takenAt' | 'shippedAt' | 'deliveredAt'
  >,
) => ({
  courier: one.courier,
  trackingNumber: one.trackingNumber,
  trackingUrl: one.trackingUrl,
  handedOverAt: one.takenAt?.toISOString() ?? null,
  shippedAt: one.shippedAt?.toISOString() ?? null,
  deliveredAt: one.deliveredAt?.toISOString() ?? null,
});
