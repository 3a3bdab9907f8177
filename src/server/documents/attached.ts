import { documentNumber, type IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import type { Ctx } from '../context';
import { log } from '../log';
import { drawOnce } from './drawn';
import { issueCreditNote, issueReceipt } from './issue';

/** A document as it goes with a mail. Its name says nothing but its number. */
export interface Attachment {
  number: string;
  filename: string;
  contentType: 'application/pdf';
  content: Buffer;
}

/**
 * The document that a message tells of, issued by now: the receipt of "payment received", the credit note of
 * "refunded". null for any other message. Never throws: no message is lost for its paper, which the sweep will issue.
 */
export async function documentOf(
  ctx: Ctx,
  { kind, payload }: { kind: string; payload: Record<string, unknown> },
): Promise<IssuedDocument | null> {
  const { orderId, refundId } = payload;
  try {
    if (kind === 'order_paid' && typeof orderId === 'string') return await issueReceipt(ctx, orderId);
    if (kind === 'refunded' && typeof refundId === 'string') return await issueCreditNote(ctx, refundId);
  } catch (error) {
    log.error('documents.not_issued', { code: kind, error });
  }
  return null;
}

/** The same as PDF; null when there is none or it can't be drawn. Never throws. */
export async function drawAttachment(
  document: IssuedDocument | null,
  locale: Locale,
): Promise<Attachment | null> {
  if (!document) return null;
  const number = documentNumber(document);
  try {
    const content = await drawOnce(document, locale);
    return { number, filename: `${number}.pdf`, contentType: 'application/pdf', content };
  } catch (error) {
    log.error('documents.not_drawn', { code: document.kind, error });
    return null;
  }
}
