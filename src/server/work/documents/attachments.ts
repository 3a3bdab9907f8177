import { documentNumber, type IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import type { Ctx } from '../../platform/context';
import { log } from '../../platform/log';
import { drawCached } from './pdf-cache';
import { findDebitNote, issueCreditNote, issueReceipts } from './issue';

/** A document that is attached to a mail. The file name is the number of the document. */
export interface Attachment {
  number: string;
  filename: string;
  contentType: 'application/pdf';
  content: Buffer;
}

/**
 * Returns the documents to attach to messages, by message id: the receipt for `order_paid`, the credit note
 * for `refunded`, the debit note for `refund_corrected`. Issues missing documents. Never throws: if a document fails, the message is sent without
 * it, and the scheduled job issues the document later.
 */
export async function documentsOf(
  ctx: Ctx,
  messages: readonly { id: string; kind: string; payload: Record<string, unknown> }[],
): Promise<Map<string, IssuedDocument>> {
  const orderOf = ({ kind, payload: { orderId } }: (typeof messages)[number]) =>
    kind === 'order_paid' && typeof orderId === 'string' ? orderId : null;
  const receipts = await issueEachReceipt(
    ctx,
    messages.flatMap((message) => orderOf(message) ?? []),
  );
  const found = new Map<string, IssuedDocument>();
  for (const message of messages) {
    const document = (await noteOf(ctx, message).catch(logFailure)) ?? receipts.get(orderOf(message) ?? '');
    if (document) found.set(message.id, document);
  }
  return found;
}

async function noteOf(
  ctx: Ctx,
  { kind, payload: { refundId } }: { kind: string; payload: Record<string, unknown> },
): Promise<IssuedDocument | null> {
  if (typeof refundId !== 'string') return null;
  if (kind === 'refunded') return issueCreditNote(ctx, refundId);
  return kind === 'refund_corrected' ? findDebitNote(ctx.db, refundId) : null;
}

/**
 * Issues receipts in one transaction. If the transaction fails, issues each receipt separately and logs each
 * failure. Never throws.
 */
export async function issueEachReceipt(
  ctx: Ctx,
  orderIds: readonly string[],
): ReturnType<typeof issueReceipts> {
  if (orderIds.length === 0) return new Map();
  try {
    return await issueReceipts(ctx, orderIds);
  } catch (error) {
    if (orderIds.length === 1) {
      logFailure(error);
      return new Map();
    }
  }
  const alone = [];
  for (const id of orderIds) alone.push(...(await issueEachReceipt(ctx, [id])));
  return new Map(alone);
}

function logFailure(error: unknown): void {
  log.error('documents.not_issued', { error });
}

/** Returns a document as a PDF attachment; null without a document or if the drawing fails. Never throws. */
export async function drawAttachment(
  document: IssuedDocument | null,
  orderNumber: number | null,
  locale: Locale,
): Promise<Attachment | null> {
  if (!document || orderNumber === null) return null;
  const number = documentNumber(document);
  try {
    const content = await drawCached(document, orderNumber, locale);
    return { number, filename: `${number}.pdf`, contentType: 'application/pdf', content };
  } catch (error) {
    log.error('documents.not_drawn', { code: document.kind, error });
    return null;
  }
}
