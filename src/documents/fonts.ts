import { readFileSync } from 'node:fs';
import { productFile } from '@/product-files';

/**
 * Anuphan (OFL, src/fonts/LICENSE) in two weights. Latin and Thai share one file, because a PDF has no fallback fonts.
 * Made from the variable fonts beside them with fonttools: `instancer.instantiateVariableFont` at wght 400 and 600, then
 * `Merger().merge([latin, thai])`. Their GSUB and GPOS tables place the marks.
 */
const FILES = { regular: 'anuphan-regular.ttf', bold: 'anuphan-bold.ttf' } as const;

export type Weight = keyof typeof FILES;

/** A font as pdfkit accepts it: the bytes of a file, or a font that pdfkit opened before. */
type FontSource = Buffer;

const sources = new Map<Weight, FontSource>();

/** Selects a font for the next text. The files are read once per process: reading takes longer than drawing a document. */
export function chooseFont(doc: PDFKit.PDFDocument, weight: Weight, size: number): void {
  doc.registerFont(weight, sources.get(weight) ?? readFont(weight));
  doc.font(weight, size);
  // pdfkit accepts a font that it opened before; its types do not say so.
  const { _font: opened } = doc as unknown as { _font: { font: FontSource } };
  sources.set(weight, opened.font);
}

function readFont(weight: Weight): Buffer {
  return readFileSync(productFile(`src/fonts/${FILES[weight]}`));
}
