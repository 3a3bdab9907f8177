import { readFileSync } from 'node:fs';
import { productFile } from '@/product-files';
import { joinSaraAm, type OpenFont } from './sara-am';

/**
 * The files of the font Anuphan (OFL, src/fonts/LICENSE) in two weights. One file contains Latin and Thai,
 * because a PDF has no fallback fonts. The files were made with fonttools from the variable fonts in the same
 * folder: `instancer.instantiateVariableFont` at wght 400 and 600, then `Merger().merge([latin, thai])`.
 * Their GSUB and GPOS tables position the Thai marks.
 */
const FILES = { regular: 'anuphan-regular.ttf', bold: 'anuphan-bold.ttf' } as const;

export type Weight = keyof typeof FILES;

const fonts = new Map<Weight, OpenFont>();

/**
 * Selects a font for the next text. Each file is read once per process, because reading a file takes longer
 * than drawing a document.
 */
export function chooseFont(doc: PDFKit.PDFDocument, weight: Weight, size: number): void {
  // pdfkit accepts a font that it has opened before, but its types do not allow it.
  const opened = fonts.get(weight) as unknown as Buffer | undefined;
  doc.registerFont(weight, opened ?? readFileSync(productFile(`src/fonts/${FILES[weight]}`)));
  doc.font(weight, size);
  if (opened) return;
  const { font } = stateOf(doc)._font;
  joinSaraAm(font);
  fonts.set(weight, font);
}

/** Selects the font of the last text for the content after it, too. pdfkit selects a font for the glyphs only. */
export function keepFont(doc: PDFKit.PDFDocument): void {
  const { _font, _fontSize } = stateOf(doc);
  doc.addContent(`/${_font.id} ${_fontSize} Tf`);
}

/** Returns the present font of pdfkit, which its types do not have. */
const stateOf = (doc: PDFKit.PDFDocument) =>
  doc as unknown as { _font: { id: string; font: OpenFont }; _fontSize: number };
