import { documentNumber, type IssuedDocument } from '@/domain/document';
import type { Locale } from '@/domain/locale';
import { drawDocument } from '@/documents/draw';

/** The maximum number of cached PDFs, which take some 8 MB. */
const CACHED_MAX = 200;
const cachedPdfs = new Map<string, Promise<Buffer>>();

/**
 * Returns a document as PDF. An issued document never changes, so the process caches its last 200 PDFs, by
 * document and language.
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
