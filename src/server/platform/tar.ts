import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** The time of every file: the same contents always give the same archive. 1 January 2020. */
const MTIME_S = 1_577_836_800;

/** Returns the header of a file in the format ustar (POSIX.1-1988). */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, width: number) => value.toString(8).padStart(width - 1, '0');
  header.write(name, 0, 100);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(MTIME_S, 12), 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)}\0 `, 148);
  return header;
}

/** Returns a gzipped tar archive. @param files contents by path, each path at most 100 bytes long */
export function tarOf(files: ReadonlyMap<string, Buffer | string>): Buffer {
  const parts = [...files].flatMap(([name, text]) => {
    const content = Buffer.from(text);
    const filler = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [headerOf(name, content.length), content, filler];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}
