import PDFDocument from 'pdfkit';
import type { IssuedDocument } from '@/domain/document';
import { startOfDay } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { chooseFont, type Weight } from './fonts';
import { sheetOf, type Sheet } from './sheet';

const INK = '#2b1f1d';
const MUTED = '#6b5a55';
const PRIMARY = '#96262c';
const RULE = '#e7dcd4';

/** Horizontal positions on an A4 page, in points. */
const LEFT = 56;
const RIGHT = 539;
const MIDDLE = 318;
/** The right edges of the columns with numbers, in points. */
const PACKS_END = 372;
const UNIT_PRICE_END = 454;
/** The line height, as a multiple of the font size. Thai needs space for tone marks above its letters. */
const LEADING = 1.65;

interface Pen {
  doc: PDFKit.PDFDocument;
  locale: Locale;
}
interface Style {
  size?: number;
  weight?: Weight;
  color?: string;
}
interface Place {
  x: number;
  y: number;
  /** The largest width of a line. Longer lines are broken between words. */
  width: number;
  /** Aligns the lines to the right edge `x + width`. */
  toRight?: boolean;
}

/**
 * Returns a document in one language as a PDF of one A4 page with embedded fonts. The same document always
 * gives the same bytes. The PDF properties contain only its number and day.
 */
export async function drawDocument(document: IssuedDocument, locale: Locale): Promise<Buffer> {
  const sheet = sheetOf(document, locale);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: locale,
    displayTitle: true,
    // Null selects no initial font. The types of pdfkit do not allow null. Without this option pdfkit starts
    // with Helvetica.
    font: null as unknown as string,
    info: {
      Title: sheet.number,
      Producer: 'ira',
      Creator: 'ira',
      CreationDate: startOfDay(document.issuedOn),
    },
  });
  const chunks: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  drawSheet({ doc, locale }, sheet);
  doc.end();
  return drawn;
}

function drawSheet(pen: Pen, sheet: Sheet): void {
  let y = drawHead(pen, sheet);
  y = Math.max(drawSeller(pen, sheet, y), drawFacts(pen, sheet, y)) + 28;
  y = drawTable(pen, sheet, y) + 14;
  y = drawSums(pen, sheet, y) + 30;
  for (const note of sheet.notes)
    y = write(pen, note, { x: LEFT, y, width: RIGHT - LEFT }, { color: MUTED, size: 9 });
}

function drawHead(pen: Pen, { title, lawfulTitle }: Sheet): number {
  write(pen, 'ira', { x: LEFT, y: 50, width: 120 }, { size: 30, weight: 'bold', color: PRIMARY });
  const place = { x: LEFT + 120, width: RIGHT - LEFT - 120, toRight: true };
  let y = write(pen, title, { ...place, y: 56 }, { size: 16, weight: 'bold' });
  if (lawfulTitle) y = write(pen, lawfulTitle, { ...place, y }, { size: 10.5, color: MUTED });
  rule(pen, Math.max(y, 100) + 12);
  return Math.max(y, 100) + 34;
}

function drawSeller(pen: Pen, { sellerLabel, seller }: Sheet, top: number): number {
  const place = { x: LEFT, width: MIDDLE - LEFT - 34 };
  let y = write(pen, sellerLabel, { ...place, y: top }, { color: MUTED, size: 9 });
  for (const [n, line] of seller.entries())
    y = write(pen, line, { ...place, y }, n === 0 ? { weight: 'bold', size: 11 } : {});
  return y;
}

function drawFacts(pen: Pen, { facts }: Sheet, top: number): number {
  return facts.reduce((y, [label, value]) => drawPair(pen, y, label, value), top);
}

/**
 * Draws a label, and its value at the right edge. Both may have several lines.
 * @returns the vertical position of the next line
 */
function drawPair(pen: Pen, y: number, label: string, value: string, style: Style = {}): number {
  const labelWidth = Math.min(widthOf(pen, label, style) + 1, 130);
  const labelEnd = write(pen, label, { x: MIDDLE, y, width: labelWidth }, { color: MUTED, ...style });
  const x = MIDDLE + labelWidth + 10;
  return Math.max(labelEnd, write(pen, value, { x, y, width: RIGHT - x, toRight: true }, style));
}

function drawTable(pen: Pen, { heads, rows }: Sheet, top: number): number {
  let y = drawRow(pen, top, heads, { color: MUTED, size: 9 }) + 6;
  rule(pen, y);
  for (const row of rows) {
    y = drawRow(pen, y + 7, row, {}) + 5;
    rule(pen, y);
  }
  return y;
}

function drawRow(pen: Pen, y: number, [item, packs, unitPrice, amount]: Sheet['rows'][number], style: Style) {
  const numbers = [
    [packs, MIDDLE - 20, PACKS_END],
    [unitPrice, PACKS_END, UNIT_PRICE_END],
    [amount, UNIT_PRICE_END, RIGHT],
  ] as const;
  for (const [text, x, end] of numbers) write(pen, text, { x, y, width: end - x, toRight: true }, style);
  const itemEnd = packs === '' ? UNIT_PRICE_END : MIDDLE - 20;
  return write(pen, item, { x: LEFT, y, width: itemEnd - LEFT }, style);
}

function drawSums(pen: Pen, { sums }: Sheet, top: number): number {
  return sums.reduce((y, { label, value, strong }) => {
    if (!strong) return drawPair(pen, y, label, value);
    const style: Style = { size: 13, weight: 'bold', color: INK };
    return drawPair(pen, y + 4, label, value, style) + 6;
  }, top);
}

/**
 * Draws a text at a place.
 * @returns the vertical position of the next line
 */
function write(pen: Pen, text: string, place: Place, style: Style): number {
  const { doc } = pen;
  const { size = 10, weight = 'regular', color = INK } = style;
  chooseFont(doc, weight, size);
  doc.fillColor(color);
  let { y } = place;
  for (const line of linesOf(pen, inParts(text), place.width)) {
    const x = place.toRight ? place.x + place.width - doc.widthOfString(line) : place.x;
    doc.text(line, x, y, { lineBreak: false });
    y += size * LEADING;
  }
  return y;
}

function widthOf({ doc }: Pen, text: string, { size = 10, weight = 'regular' }: Style): number {
  chooseFont(doc, weight, size);
  return doc.widthOfString(inParts(text));
}

/**
 * Splits the Thai vowel sara am into its two marks and puts the first mark before the tone mark. Without
 * this, the font splits the vowel, and text copied from the PDF has a vowel too many or too few.
 */
const inParts = (text: string) => text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');

/**
 * Breaks a text into lines between words. Thai has no spaces between words, so a dictionary finds the word
 * ends.
 */
function linesOf({ doc, locale }: Pen, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text, locale)) {
    if (line.trim() !== '' && doc.widthOfString(line + word.trimEnd()) > width) {
      lines.push(line.trim());
      line = '';
    }
    line += word;
  }
  return [...lines, line.trim()];
}

/**
 * Returns the words of a text, each with the spaces after it. Brackets, full stops and commas stay with their
 * word.
 */
function wordsOf(text: string, locale: Locale): string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const last = words.at(-1) ?? '';
    if (/[\p{Ps}\p{Pi}]$/u.test(last) || /^[\p{Pe}\p{Pf}\p{Po}]/u.test(segment))
      words[Math.max(words.length - 1, 0)] = last + segment;
    else words.push(segment);
  }
  return words;
}

function rule({ doc }: Pen, y: number): void {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(RULE).stroke();
}
