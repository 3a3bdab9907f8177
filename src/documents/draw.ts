import type { IssuedDocument } from '@/domain/document';
import { startOfDay } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { createPdf } from './pdf';
import { sheetOf, type Sheet } from './sheet';
import { inElement, INK, widthOf, write, type Pen, type Style, type Tag } from './write';

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

const CELL: Tag = { type: 'TD' };
const ROW_HEADER: Tag = { type: 'TH', scope: 'Row' };
const COLUMN_HEADER: Tag = { type: 'TH', scope: 'Column' };

/**
 * Returns a document in one language as a tagged PDF of one A4 page with embedded fonts. The content is in
 * reading order. The same document always gives the same bytes. The PDF properties contain only its number
 * and day.
 */
export function drawDocument(document: IssuedDocument, orderNumber: number, locale: Locale): Promise<Buffer> {
  const sheet = sheetOf(document, orderNumber, locale);
  const facts = { title: sheet.number, locale, createdAt: startOfDay(document.issuedOn), size: 'A4' };
  return createPdf(facts, (pen) => drawSheet(pen, sheet));
}

/** Draws a document on the present page. */
export function drawSheet(pen: Pen, sheet: Sheet): void {
  let y = drawHead(pen, sheet);
  y = Math.max(drawSeller(pen, sheet, y), drawFacts(pen, sheet, y));
  y = drawBuyer(pen, sheet, y) + (sheet.buyer.length > 0 ? 20 : 28);
  y = drawTable(pen, sheet, y) + 14;
  y = drawSums(pen, sheet, y) + (sheet.buyer.length > 0 ? 18 : 30);
  for (const { text, lang } of sheet.notes)
    y = write(
      pen,
      text,
      { x: LEFT, y, width: RIGHT - LEFT },
      { color: MUTED, size: 9 },
      paragraphIn(pen, lang),
    );
}

function drawHead(pen: Pen, { title, lawfulTitle, cancelled }: Sheet): number {
  write(pen, 'ira', { x: LEFT, y: 50, width: 120 }, { size: 30, weight: 'bold', color: PRIMARY });
  const place = { x: LEFT + 120, width: RIGHT - LEFT - 120, toRight: true };
  let y = write(pen, title, { ...place, y: 56 }, { size: 16, weight: 'bold' }, { type: 'H1' });
  if (lawfulTitle)
    y = write(pen, lawfulTitle, { ...place, y }, { size: 10.5, color: MUTED }, paragraphIn(pen, 'th'));
  for (const { text, lang } of cancelled)
    y = write(
      pen,
      text,
      { ...place, y },
      { size: 10, weight: 'bold', color: PRIMARY },
      paragraphIn(pen, lang),
    );
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

/** Draws the buyer in the full width of the page, because names and addresses of companies are long. */
function drawBuyer(pen: Pen, { buyerLabel, buyer }: Sheet, top: number): number {
  if (buyer.length === 0) return top;
  const place = { x: LEFT, width: RIGHT - LEFT };
  let y = write(pen, buyerLabel, { ...place, y: top + 14 }, { color: MUTED, size: 9 });
  for (const [n, line] of buyer.entries())
    y = write(pen, line, { ...place, y }, n === 0 ? { weight: 'bold', size: 11 } : {});
  return y;
}

function paragraphIn({ locale }: Pen, lang: Locale): Tag {
  return lang === locale ? { type: 'P' } : { type: 'P', lang };
}

function drawFacts(pen: Pen, { facts }: Sheet, top: number): number {
  return inElement(pen, 'Table', (inner) =>
    facts.reduce((y, [label, value]) => drawPair(inner, y, label, value), top),
  );
}

/**
 * Draws a label, and its value at the right edge. Both may have several lines.
 * @returns the vertical position of the next line
 */
function drawPair(pen: Pen, y: number, label: string, value: string, style: Style = {}): number {
  const labelWidth = Math.min(widthOf(pen, label, style) + 1, 130);
  const x = MIDDLE + labelWidth + 10;
  return inElement(pen, 'TR', (row) => {
    const labelPlace = { x: MIDDLE, y, width: labelWidth };
    const labelEnd = write(row, label, labelPlace, { color: MUTED, ...style }, ROW_HEADER);
    return Math.max(labelEnd, write(row, value, { x, y, width: RIGHT - x, toRight: true }, style, CELL));
  });
}

function drawTable(pen: Pen, { heads, rows }: Sheet, top: number): number {
  return inElement(pen, 'Table', (inner) => {
    let y = drawRow(inner, top, heads, { color: MUTED, size: 9 }, COLUMN_HEADER) + 6;
    rule(inner, y);
    for (const row of rows) {
      y = drawRow(inner, y + 7, row, {}, CELL) + 5;
      rule(inner, y);
    }
    return y;
  });
}

function drawRow(pen: Pen, y: number, texts: Sheet['rows'][number], style: Style, tag: Tag): number {
  const [item, packs, unitPrice, amount] = texts;
  const itemEnd = packs === '' ? UNIT_PRICE_END : MIDDLE - 20;
  const numbers = [
    [packs, MIDDLE - 20, PACKS_END],
    [unitPrice, PACKS_END, UNIT_PRICE_END],
    [amount, UNIT_PRICE_END, RIGHT],
  ] as const;
  return inElement(pen, 'TR', (row) => {
    const end = write(row, item, { x: LEFT, y, width: itemEnd - LEFT }, style, tag);
    for (const [text, x, right] of numbers)
      write(row, text, { x, y, width: right - x, toRight: true }, style, tag);
    return end;
  });
}

function drawSums(pen: Pen, { sums }: Sheet, top: number): number {
  return inElement(pen, 'Table', (inner) =>
    sums.reduce((y, { label, value, strong }) => {
      if (!strong) return drawPair(inner, y, label, value);
      const style: Style = { size: 13, weight: 'bold', color: INK };
      return drawPair(inner, y + 4, label, value, style) + 6;
    }, top),
  );
}

/** Draws a line across the page, which screen readers skip. */
function rule({ doc }: Pen, y: number): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(RULE).stroke();
  doc.endMarkedContent();
}
