import { documentNumber, type IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { drawDocument } from '@/documents/draw';

/** Some 8 MB of PDFs. */
const CACHED_MAX = 200;
const cachedPdfs = new Map<string, Promise<Buffer>>();

/**
 * Returns a document as PDF. Issued documents never change: each is drawn once per language and process, and the last
 * 200 are cached.
 */
export function drawCached(document: IssuedDocument, locale: Locale): Promise<Buffer> {
  const key = `${document.orderId} ${documentNumber(document)} ${locale}`;
  const drawn = cachedPdfs.get(key) ?? drawDocument(document, locale);
  cachedPdfs.delete(key);
  cachedPdfs.set(key, drawn);
  drawn.catch(() => cachedPdfs.delete(key));
  const oldest = cachedPdfs.keys().next().value;
  if (cachedPdfs.size > CACHED_MAX && oldest !== undefined) cachedPdfs.delete(oldest);
  return drawn;
}
