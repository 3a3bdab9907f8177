import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a ZIP archive of texts, as Excel writes it. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const [parts, list]: Buffer[][] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    parts?.push(Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    list?.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), head, tail, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(list ?? []);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...(parts ?? []), directory, Buffer.from('PK\u0005\u0006'), end]);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a workbook: numbers as numbers, the texts of the first column as shared ones, others inline. */
export function workbookOf(rows: (string | number)[][]): Buffer {
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
