import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Anuphan (OFL, src/fonts/LICENSE) at two weights, Latin and Thai in one file, since a PDF takes no fallback: made once
 * from the variable fonts beside them with fonttools, `instancer.instantiateVariableFont` at wght 400 and 600, then
 * `Merger().merge([latin, thai])`. Where marks stand is in their GSUB and GPOS.
 */
const FILES = { regular: 'anuphan-regular.ttf', bold: 'anuphan-bold.ttf' } as const;

export type Weight = keyof typeof FILES;

/** A font as pdfkit takes it: the bytes of a file, or what it made of them before. */
type FontSource = Buffer;

const sources = new Map<Weight, FontSource>();

/** Chooses a font for what is drawn next. Read once for all documents: that takes longer than drawing one. */
export function chooseFont(doc: PDFKit.PDFDocument, weight: Weight, size: number): void {
  doc.registerFont(weight, sources.get(weight) ?? readFont(weight));
  doc.font(weight, size);
  // pdfkit takes its own opened font again, which its types don't know.
  const { _font: opened } = doc as unknown as { _font: { font: FontSource } };
  sources.set(weight, opened.font);
}

function readFont(weight: Weight): Buffer {
  return readFileSync(join(process.cwd(), 'src/fonts', FILES[weight]));
}
