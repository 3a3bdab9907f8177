import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A text without a word that differs in each response: the pieces between its places, plain and compressed. */
export interface Pieces {
  plain: Buffer[];
  /** Each piece as deflate blocks that end at a whole byte and refer to no other piece. */
  deflated: Buffer[];
}

/** RFC 1952: magic number, method deflate, no flags, no time, no extra flags, Unix. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** RFC 1951: an empty stored block that is the last one. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Cuts a text at each place of `word`. */
export function preparePieces(text: string, word: string): Pieces {
  const plain = text.split(word).map((piece) => Buffer.from(piece));
  const deflated = plain.map((piece) =>
    deflateRawSync(piece, { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
  );
  return { plain, deflated };
}

/** Returns the text with `word` in each place. */
export function splice({ plain }: Pieces, word: string): Buffer {
  const inserted = Buffer.from(word);
  return Buffer.concat(plain.flatMap((piece, at) => (at === 0 ? [piece] : [inserted, piece])));
}

/**
 * Returns the same text as gzip. Only `word` is added, as stored blocks: the pieces are not compressed again.
 * @param word at most 65,535 bytes
 */
export function gzipSplice(pieces: Pieces, word: string): Buffer {
  const inserted = Buffer.from(word);
  const stored = Buffer.concat([storedHeader(inserted.length), inserted]);
  const blocks = pieces.deflated.flatMap((piece, at) => (at === 0 ? [piece] : [stored, piece]));
  const text = splice(pieces, word);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(text), 0);
  trailer.writeUInt32LE(text.length, 4);
  return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer]);
}

/** Returns the header of a stored block (RFC 1951, 3.2.4): not the last block, its length and the complement. */
function storedHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
