import { readFileSync } from 'node:fs';
import { productFile } from '@/product-files';

/**
 * The files of the font Anuphan (OFL, src/fonts/LICENSE) in two weights. One file contains Latin and Thai,
 * because a PDF has no fallback fonts. The files were made with fonttools from the variable fonts in the same
 * folder: `instancer.instantiateVariableFont` at wght 400 and 600, then `Merger().merge([latin, thai])`.
 * Their GSUB and GPOS tables position the Thai marks.
 */
const FILES = { regular: 'anuphan-regular.ttf', bold: 'anuphan-bold.ttf' } as const;

export type Weight = keyof typeof FILES;

/** A font as pdfkit accepts it: the bytes of a file, or a font that pdfkit opened before. */
type FontSource = Buffer;

const sources = new Map<Weight, FontSource>();

/**
 * Selects a font for the next text. Each file is read once per process, because reading a file takes longer
 * than drawing a document.
 */
export function chooseFont(doc: PDFKit.PDFDocument, weight: Weight, size: number): void {
  doc.registerFont(weight, sources.get(weight) ?? readFont(weight));
  doc.font(weight, size);
  // pdfkit accepts a font that it has opened before, but its types do not allow it.
  const { _font: opened } = doc as unknown as { _font: { font: FontSource } };
  sources.set(weight, opened.font);
}

function readFont(weight: Weight): Buffer {
  return readFileSync(productFile(`src/fonts/${FILES[weight]}`));
}
