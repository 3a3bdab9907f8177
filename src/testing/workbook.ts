import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** Returns a ZIP archive of texts, compressed as in Excel. */
export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Returns the files of a ZIP archive by name, in the order of the list at its end. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, named, extra] = [20, 28, 30].map((offset) =>
      zip.readUIntLE(at + offset, offset < 28 ? 4 : 2),
    );
    const head = zip.readUInt32LE(at + 42);
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const content = zip.subarray(from, from + (size ?? 0));
    const name = zip.toString('utf8', at + 46, at + 46 + (named ?? 0));
    files.set(name, zip.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content));
    at += 46 + (named ?? 0) + (extra ?? 0);
  }
  return files;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a workbook: numbers as numbers, the texts of the first column as shared ones, others inline. */
export function workbookOf(rows: (string | number)[][]): Promise<Buffer> {
  const shared: string[] = [];
  const cell = (value: string | number, column: number, row: number) => {
    const ref = `${String.fromCodePoint(65 + column)}${row + 1}`;
    if (typeof value === 'number') return `<c r="${ref}" s="1"><v>${value}</v></c>`;
    if (column > 0)
      return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
    return `<c r="${ref}" t="s"><v>${shared.push(escaped(value)) - 1}</v></c>`;
  };
  const sheet = rows
    .map(
      (row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, column, at)).join('')}</row>`,
    )
    .join('<row r="0" hidden="1"/>');
  return zipOf({
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><r><t>${text}</t></r></si>`).join('')}</sst>`,
  });
}
