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

interface Glyph {
  id: number;
  codePoints: number[];
}
interface Run {
  glyphs: Glyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
}
/** The part of an opened fontkit font that lays out text (fontkit README, "Layout"). */
interface OpenFont {
  layout: (text: string, features?: unknown) => Run;
  glyphForCodePoint: (codePoint: number) => Glyph;
}

const SARA_AA = 0x0e32;
const SARA_AM = 0x0e33;
const TONES = ['', '\u0e48', '\u0e49', '\u0e4a', '\u0e4b'];
/** The distance from the circle of sara am to the tone mark above it, in units of the font. */
const TONE_ABOVE = 50;

/**
 * Makes a font draw the Thai vowel sara am as its own glyph, after its tone mark. The font itself splits the
 * vowel into a circle, joined with the tone mark, and sara aa. Text that is copied from the PDF then has other
 * characters than were written, and a search does not find them.
 */
function joinSaraAm(font: OpenFont): void {
  const layout = font.layout.bind(font);
  const lastOf = (text: string) => layout(text).glyphs.at(-1);
  // fontkit remembers the text of a glyph from its first use, so these come before any split vowel.
  const [aa, am] = [font.glyphForCodePoint(SARA_AA), font.glyphForCodePoint(SARA_AM)];
  const tones = TONES.map((tone) => ({ tone, glyph: tone === '' ? null : lastOf(`อี${tone}`) }));
  const circles = new Map(
    ['อ', 'ป'].flatMap((letter) =>
      tones.map(({ tone, glyph }) => [layout(`${letter}${tone}ำ`).glyphs[1]?.id, glyph ?? null] as const),
    ),
  );
  font.layout = (text, features) => {
    const run = layout(text, features);
    for (let at = run.glyphs.length - 1; at > 0; at--) {
      const tone = circles.get(run.glyphs[at - 1]?.id);
      if (run.glyphs[at]?.id !== aa.id || tone === undefined) continue;
      run.glyphs[at] = am;
      const position = run.positions[at - 1];
      if (tone && position) {
        run.glyphs[at - 1] = tone;
        position.yOffset = TONE_ABOVE;
      } else {
        run.glyphs.splice(at - 1, 1);
        run.positions.splice(at - 1, 1);
      }
    }
    return run;
  };
}
