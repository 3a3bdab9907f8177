import { documentNumber, type IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { drawDocument } from '@/documents/draw';

/** The maximum number of cached PDFs, which take some 8 MB. */
const CACHED_MAX = 200;
const cachedPdfs = new Map<string, Promise<Buffer>>();

/**
 * Returns a document as PDF. The process caches its last 200 PDFs, by document and language.
 */
export function drawCached(document: IssuedDocument, orderNumber: number, locale: Locale): Promise<Buffer> {
  // A PDF changes once: when a tax invoice replaces the receipt, or when the buyer is deleted after the retention.
  const variant = document.kind === 'receipt' ? document.replacedBy !== null : document.buyer !== null;
  const key = `${document.orderId} ${documentNumber(document)} ${locale} ${variant}`;
  const drawn = cachedPdfs.get(key) ?? drawDocument(document, orderNumber, locale);
  cachedPdfs.delete(key);
  cachedPdfs.set(key, drawn);
  drawn.catch(() => cachedPdfs.delete(key));
  const oldest = cachedPdfs.keys().next().value;
  if (cachedPdfs.size > CACHED_MAX && oldest !== undefined) cachedPdfs.delete(oldest);
  return drawn;
}
