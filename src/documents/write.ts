import type { Locale } from '@/domain/locale';
import { chooseFont, keepFont, type Weight } from './fonts';

export const INK = '#2b1f1d';

/** The line height, as a multiple of the font size. Thai needs space for tone marks above its letters. */
const LEADING = 1.65;
const THAI = /[\u0e00-\u0e7f]/;

export interface Pen {
  doc: PDFKit.PDFDocument;
  locale: Locale;
  /** The structure element that contains the next text. */
  element: PDFKit.PDFStructureElement;
}
export interface Style {
  size?: number;
  weight?: Weight;
  color?: string;
}
export interface Place {
  x: number;
  y: number;
  /** The largest width of a line. Longer lines are broken between words. */
  width: number;
  /** Aligns the lines to the right edge `x + width`. */
  toRight?: boolean;
}
/** A structure type for text (ISO 32000-1, 14.8.4). `scope`: the cells that a table header describes. */
export interface Tag {
  type: 'H1' | 'H2' | 'P' | 'TH' | 'TD';
  scope?: 'Column' | 'Row';
  /** The language of the text, if it differs from the document's. */
  lang?: Locale;
}

const PARAGRAPH: Tag = { type: 'P' };

/** Draws a part of the document inside a new structure element, for screen readers. */
export function inElement<T>(pen: Pen, type: 'Table' | 'TR', draw: (inner: Pen) => T): T {
  const element = pen.doc.struct(type);
  pen.element.add(element);
  const result = draw({ ...pen, element });
  element.end();
  return result;
}

/**
 * Draws a text at a place, as one structure element.
 * @returns the vertical position of the next line
 */
export function write(pen: Pen, text: string, place: Place, style: Style, tag = PARAGRAPH): number {
  if (text === '') return place.y;
  const { doc } = pen;
  const { size = 10, weight = 'regular', color = INK } = style;
  const { type, ...options } = tag;
  chooseFont(doc, weight, size);
  const lines = linesOf(pen, text, place);
  const draw = () => {
    doc.fillColor(color);
    for (const [at, line] of lines.entries()) drawLine(doc, line, place, place.y + at * size * LEADING);
  };
  pen.element.add(doc.struct(type, options, draw));
  return place.y + lines.length * size * LEADING;
}

function drawLine(doc: PDFKit.PDFDocument, line: string, { x, width, toRight }: Place, y: number): void {
  const left = toRight ? x + width - doc.widthOfString(line) : x;
  if (!THAI.test(line)) {
    doc.text(line, left, y, { lineBreak: false });
    return;
  }
  // Poppler orders glyphs by position and so misplaces Thai marks. This text replaces the glyphs.
  doc.markContent('Span', { actual: line });
  doc.text(line, left, y, { lineBreak: false });
  // Poppler places the text by the font and the coordinates at its end. They must be those of the glyphs.
  doc.save();
  doc.transform(1, 0, 0, -1, 0, doc.page.height);
  keepFont(doc);
  doc.endMarkedContent();
  doc.restore();
}

/** Returns the width of a text on one line, in points. */
export function widthOf({ doc }: Pen, text: string, { size = 10, weight = 'regular' }: Style): number {
  chooseFont(doc, weight, size);
  return doc.widthOfString(text);
}

/**
 * Breaks a text into lines between words. Thai has no spaces between words, so a dictionary finds the word
 * ends.
 */
function linesOf({ doc, locale }: Pen, text: string, { width, toRight = false }: Place): string[] {
  const lines: string[] = [];
  let line = '';
  // A long word at the right edge, such as an id, extends into the gap before it.
  const fits = (word: string) => toRight || doc.widthOfString(word.trimEnd()) <= width;
  for (const word of wordsOf(text, locale).flatMap((whole) =>
    fits(whole) ? whole : piecesOf(whole, fits),
  )) {
    if (line.trim() !== '' && doc.widthOfString(line + word.trimEnd()) > width) {
      lines.push(line.trim());
      line = '';
    }
    line += word;
  }
  return [...lines, line.trim()];
}

/** Breaks a word that is longer than a line. */
function piecesOf(word: string, fits: (piece: string) => boolean): string[] {
  const pieces = [''];
  for (const { segment } of new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(word)) {
    const last = pieces.at(-1) ?? '';
    if (last === '' || fits(last + segment)) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
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
