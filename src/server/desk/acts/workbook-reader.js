// @ts-check
/* Runs in a thread of its own, because a file can unpack to much more than it is. Reads the first sheet of an Excel workbook (ECMA-376). Entities of its own and references to other files stay as they are written. */
import { parentPort, workerData } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';

const UNPACKED_MAX = 50_000_000;
const ROWS_MAX = 50_000;
const COLUMNS_MAX = 60;
const CELL_MAX = 1_000;
const TEXT_MAX = 20_000_000;

const [STORED, DEFLATED] = [0, 8];
const [END, ENTRY] = [0x06054b50, 0x02014b50];

/** @typedef {{ method: number, size: number, at: number, isEncrypted: boolean }} Entry */

/** Returns the files of an archive, from the list at its end. @param {Buffer} zip */
function entriesOf(zip) {
  let end = zip.length - 22;
  while (end >= 0 && end > zip.length - 66_000 && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('no archive');
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('broken archive');
    const name = zip.readUInt16LE(at + 28);
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), {
      method: zip.readUInt16LE(at + 10),
      size: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
      isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
    });
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

let unpacked = 0;

/** @param {Buffer} zip @param {Entry | undefined} entry */
function read(zip, entry) {
  if (!entry) return '';
  const { method, size, at, isEncrypted } = entry;
  if (isEncrypted || (method !== STORED && method !== DEFLATED)) throw new Error('unknown packing');
  const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(from, from + size);
  const maxOutputLength = Math.max(UNPACKED_MAX - unpacked, 1);
  const bytes = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength });
  unpacked += bytes.length;
  if (unpacked > UNPACKED_MAX) throw new Error('too large');
  return bytes.toString('utf8');
}

/** @type {Record<string, string>} */
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @param {string} text */
const plain = (text) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, dec, hex, name) => {
        if (name) return NAMED[name.toLowerCase()] ?? all;
        const code = dec ? Number(dec) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : all;
      })
    : text;

/** The tags of rows, cells and texts, with or without a prefix, and the text between tags. */
const TOKENS = () => /<(\/?)(?:\w+:)?(row|c|v|t|si|is|rPh)\b([^<>]*?)(\/?)>|([^<]+)/g;

/** Returns the texts that cells share. @param {string} xml */
function sharedTexts(xml) {
  const texts = [];
  let [text, isText, isPhonetic] = ['', false, false];
  for (const [, close, tag, , empty, between] of xml.matchAll(TOKENS())) {
    if (between !== undefined) text += isText && !isPhonetic && text.length < CELL_MAX ? between : '';
    else if (tag === 't') isText = !close && !empty;
    else if (tag === 'rPh') isPhonetic = !close && !empty;
    else if (tag === 'si' && (close || empty)) {
      texts.push(plain(text).slice(0, CELL_MAX));
      text = '';
    }
  }
  return texts;
}

/** Returns the position of a cell such as `AB12`, from 0 on. @param {string} name */
const columnOf = (name) => [...name].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A number without what floating point adds to it: 312.49999999999994 is 312.5. @param {string} text */
const numberText = (text) =>
  Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(15))) : text;

/** Returns the rows of a sheet, each with its number in it. @param {string} xml @param {string[]} shared */
function rowsOf(xml, shared) {
  /** @type {{ line: number, fields: string[] }[]} */
  const rows = [];
  /** @type {{ line: number, fields: string[] }} */
  let row = { line: 0, fields: [] };
  let [column, type, text, isValue, total] = [-1, '', '', false, 0];
  const finish = () => {
    if (column < 0 || column >= COLUMNS_MAX || text === '') return;
    const value =
      type === 's'
        ? (shared[Number(text)] ?? '')
        : type === '' || type === 'n'
          ? numberText(text)
          : plain(text).slice(0, CELL_MAX);
    while (row.fields.length < column) row.fields.push('');
    row.fields[column] = value;
    total += value.length;
    if (total > TEXT_MAX) throw new Error('too large');
  };
  for (const [, close, tag, attributes = '', empty, between] of xml.matchAll(TOKENS())) {
    if (between !== undefined) text += isValue && text.length < CELL_MAX ? between : '';
    else if (tag === 'row' && !close) {
      row = { line: Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? row.line + 1), fields: [] };
      column = -1;
      rows.push(row);
      if (rows.length > ROWS_MAX) throw new Error('too large');
    } else if (tag === 'c' && !close) {
      const name = /\br="([A-Z]{1,3})\d+"/.exec(attributes)?.[1];
      column = name === undefined ? column + 1 : columnOf(name);
      type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? '';
      text = '';
    } else if (tag === 'c') finish();
    else if (tag === 'v' || tag === 't') isValue = !close && !empty;
  }
  return rows.filter(({ fields }) => fields.length > 0);
}

const zip = Buffer.from(workerData);
const entries = entriesOf(zip);
const shared = sharedTexts(read(zip, entries.get('xl/sharedStrings.xml')));
const sheets = [...entries.keys()]
  .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
if (sheets.length === 0) throw new Error('no sheet');
/** @type {{ line: number, fields: string[] }[]} */
let rows = [];
for (const name of sheets) {
  if (rows.length > 1) break;
  rows = rowsOf(read(zip, entries.get(name)), shared);
}
parentPort?.postMessage(rows);
