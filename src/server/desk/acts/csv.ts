/**
 * Parses CSV (RFC 4180) with lines that end with CRLF or LF. Quoted fields may contain commas, line ends and doubled
 * quotes. Skips a byte-order mark and empty lines.
 * @returns the rows as lists of fields; null for an unclosed or misplaced quote
 */
export function readCsv(text: string): string[][] | null {
  const source = text.replace(/^\uFEFF/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const field = source[at] === '"' ? readQuoted(source, at) : readPlain(source, at);
    if (field === null) return null;
    row.push(field.value);
    at = field.end;
    if (source[at] === ',') {
      at += 1;
      if (at < source.length) continue;
      row.push('');
    }
    if (source[at] === '\r') at += 1;
    if (source[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  return rows.filter((fields) => fields.length > 1 || fields[0] !== '');
}

interface Field {
  value: string;
  end: number;
}

function readPlain(source: string, at: number): Field | null {
  let end = at;
  while (end < source.length && !',\r\n'.includes(source[end] ?? '')) end += 1;
  const value = source.slice(at, end);
  return value.includes('"') ? null : { value, end };
}

function readQuoted(source: string, at: number): Field | null {
  let value = '';
  for (let from = at + 1; ;) {
    const quote = source.indexOf('"', from);
    if (quote < 0) return null;
    value += source.slice(from, quote);
    if (source[quote + 1] !== '"') {
      const end = quote + 1;
      return end === source.length || ',\r\n'.includes(source[end] ?? '') ? { value, end } : null;
    }
    value += '"';
    from = quote + 2;
  }
}
