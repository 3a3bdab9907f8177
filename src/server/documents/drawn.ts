import { documentNumber, type IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { drawDocument } from '@/documents/draw';

/** Some 8 MB of PDFs. */
const KEPT_MAX = 200;
const kept = new Map<string, Promise<Buffer>>();

/**
 * Returns a document as PDF. Issued documents never change: each is drawn once per language and process, and the last
 * 200 are cached.
 */
export function drawOnce(document: IssuedDocument, locale: Locale): Promise<Buffer> {
  const key = `${document.orderId} ${documentNumber(document)} ${locale}`;
  const drawn = kept.get(key) ?? drawDocument(document, locale);
  kept.delete(key);
  kept.set(key, drawn);
  drawn.catch(() => kept.delete(key));
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return drawn;
}
