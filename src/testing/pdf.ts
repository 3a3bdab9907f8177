import { inflateSync } from 'node:zlib';

/**
 * Returns the text of a PDF, one line per drawn piece of text. Uses the character maps of the fonts, as a
 * screen reader does.
 */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const refIn = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1] ?? '';
  const meanings = new Map<string, string[]>();
  for (const { head } of objects.values()) {
    for (const [, font = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g))
      meanings.set(
        font,
        meaningsIn(objects.get(refIn(objects.get(id)?.head ?? '', 'ToUnicode'))?.stream ?? ''),
      );
  }
  const drawn = [...objects.values()].filter(({ stream }) => stream.includes('BT\n'));
  return drawn.map(({ stream }) => linesIn(stream, meanings).join('\n')).join('\n');
}

/** Returns the structure type of each tagged text of a PDF of the product, in the order of drawing. */
export function tagsOfPdf(pdf: Buffer): string[] {
  const streams = [...objectsOf(pdf).values()].map(({ stream }) => stream);
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\/(\w+) <<\s*\/MCID \d+\s*>> BDC/g)].map(([, type = '']) => type),
  );
}

function objectsOf(pdf: Buffer) {
  const objects = new Map<string, { head: string; stream: string }>();
  // Latin-1 reads each byte as one character, so that positions in the text are positions in the file.
  const whole = pdf.toString('latin1');
  for (const match of whole.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match;
    const [head = '', stream] = body.split('\nstream\n');
    const bytes = Buffer.from(stream?.replace(/\nendstream$/, '') ?? '', 'latin1');
    const isText = head.includes('/FlateDecode') && !head.includes('/Length1') && !head.includes('/Subtype');
    objects.set(id, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' });
  }
  return objects;
}

/** Returns the text of each glyph of a font subset, in order. */
function meaningsIn(cmap: string): string[] {
  const lists = [...cmap.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) => list);
  return lists.flatMap((list) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => textOfHex(hex)),
  );
}

function textOfHex(hex: string): string {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  return bytes.swap16().toString('utf16le');
}

function linesIn(stream: string, meanings: Map<string, string[]>): string[] {
  return stream.split('BT\n').flatMap((piece) => {
    const font = /\/(F\d+) /.exec(piece)?.[1];
    if (font === undefined) return [];
    const glyphs = [...piece.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    return [glyphs.map((glyph) => meanings.get(font)?.[parseInt(glyph, 16)] ?? '').join('')];
  });
}
