import { containedTexts } from './contained-texts';
import { groupBy } from './group-by';
import type { RecordedTransfer, StatementTransfer } from './statement-transfer';

/** Removes everything but letters and digits (of every script) and converts the text to capitals. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Returns a function that reads by what a transfer is compared: its payment reference, else its text. */
function referenceReader() {
  const textOf = new Map<string, string>();
  return ({ link, text }: StatementTransfer): string => {
    if (link !== null) return `${LINK}${link}`;
    const known = textOf.get(text) ?? plain(text);
    textOf.set(text, known);
    return known;
  };
}
/** No plain text has a hyphen. */
const LINK = 'link-';
const isText = (reference: string) => !reference.startsWith(LINK);

/**
 * Returns the references of records that each line may have: the same one, or a text that contains the other text. They
 * are in the order of the records.
 */
function relate(ofLines: Set<string>, ofRecords: Set<string>): Map<string, string[]> {
  const related = new Map([...ofLines].map((one) => [one, new Set(ofRecords.has(one) ? [one] : [])]));
  const [lineTexts, recordTexts] = [[...ofLines].filter(isText), [...ofRecords].filter(isText)];
  const inLine = containedTexts(recordTexts);
  const inRecord = containedTexts(lineTexts);
  for (const line of lineTexts) for (const record of inLine(line)) related.get(line)?.add(record);
  for (const record of recordTexts) for (const line of inRecord(record)) related.get(line)?.add(record);
  const order = new Map([...ofRecords].map((record, at) => [record, at]));
  const byOrder = (a: string, b: string) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  return new Map([...related].map(([line, records]) => [line, [...records].sort(byOrder)]));
}

/** A way to pair lines with records. Lines of an equal `kind` have the same fitting records. */
interface Way {
  /** Only transfers with the same value are compared; null: not in this way. */
  part: (transfer: StatementTransfer) => string | null;
  kind: (line: StatementTransfer) => string;
  fits: (line: StatementTransfer, record: RecordedTransfer) => boolean;
}

const MINUTE_LENGTH = '09:00'.length;
const areCompatible = (a: string | null, b: string | null) =>
  a !== null && b !== null && (a.startsWith(b) || b.startsWith(a));
/** Whether both have ids of the bank in one format. The ids differ then, because equal ones are paired first. */
const haveOtherIds = (line: StatementTransfer, record: RecordedTransfer) =>
  line.format === record.format && line.bankId !== null && record.bankId !== null;
const isUntimed = (line: StatementTransfer, record: RecordedTransfer) =>
  !haveOtherIds(line, record) && (line.time === null || record.time === null);
const untimedKind = ({ format, bankId, time }: StatementTransfer) =>
  JSON.stringify([format, bankId === null, time === null]);

/** The bank's id in one format is certain, whatever the texts are. */
const BY_OWN_ID: Way = {
  part: ({ bankId }) => bankId,
  kind: ({ format }) => format ?? '',
  fits: (line, record) => record.format === null || record.format === line.format,
};
/** The ways of transfers with the same reference; the most certain first. */
const WAYS: Way[] = [
  { part: ({ bankId }) => bankId, kind: () => '', fits: () => true },
  {
    part: ({ time }) => time?.slice(0, MINUTE_LENGTH) ?? null,
    kind: ({ format, bankId, time }) => JSON.stringify([format, bankId === null, time]),
    fits: (line, record) => areCompatible(line.time, record.time) && !haveOtherIds(line, record),
  },
  { part: ({ text }) => text, kind: untimedKind, fits: isUntimed },
  { part: () => '', kind: untimedKind, fits: isUntimed },
];

/**
 * Pairs each line of one day and amount with at most one record. The most certain pairs are formed first. Reads lines
 * and records once for each way, so that the work grows as their number.
 * @returns `paired`: the record of a line; `missing`: which open records resemble a line, by their formats
 */
export function pairLines(lines: readonly StatementTransfer[], records: readonly RecordedTransfer[]) {
  const [first] = lines;
  const near = records.filter(
    (one) => !one.isByHand && one.paidOn === first?.paidOn && one.amount === first.amount,
  );
  const referenceOf = referenceReader();
  const paired = new Map<StatementTransfer, RecordedTransfer>();
  const taken = new Set<RecordedTransfer>();
  const pair = (candidates: readonly RecordedTransfer[], way: Way, reference: typeof referenceOf) => {
    const open = candidates.filter((record) => !taken.has(record));
    const unpaired = lines.filter((line) => !paired.has(line));
    const parts = groupBy(open, way.part);
    for (const [key, part] of groupBy(unpaired, way.part))
      for (const [line, record] of pairPart(part, parts.get(key) ?? [], way, reference)) {
        paired.set(line, record);
        taken.add(record);
      }
  };
  pair(records, BY_OWN_ID, () => '');
  for (const way of WAYS) pair(near, way, referenceOf);

  const missing = groupBy(
    near.filter((record) => !taken.has(record)),
    referenceOf,
  );
  return { paired, formatsOfMissing: formatsReader(lines, missing, referenceOf) };
}

/** Pairs the lines and records of one part. A line takes a fitting record with a related reference. */
function pairPart(
  lines: readonly StatementTransfer[],
  records: readonly RecordedTransfer[],
  { kind, fits }: Way,
  referenceOf: (transfer: StatementTransfer) => string,
): [StatementTransfer, RecordedTransfer][] {
  if (records.length === 0) return [];
  const recordsOf = groupBy(records, referenceOf);
  const related = relate(new Set(lines.map(referenceOf)), new Set(recordsOf.keys()));
  const taken = new Set<RecordedTransfer>();
  const queues = new Map<string, Iterator<RecordedTransfer>>();
  // A line's records under one reference. Each is passed once: taken now, or by a line of another kind.
  const queueOf = (reference: string, line: StatementTransfer) => {
    const key = JSON.stringify([reference, kind(line)]);
    const known = queues.get(key) ?? fitting(recordsOf.get(reference) ?? [], line);
    queues.set(key, known);
    return known;
  };
  function* fitting(candidates: RecordedTransfer[], line: StatementTransfer) {
    for (const record of candidates) if (!taken.has(record) && fits(line, record)) yield record;
  }
  function* choices(line: StatementTransfer) {
    for (const reference of related.get(referenceOf(line)) ?? []) {
      const queue = queueOf(reference, line);
      for (let one = queue.next(); !one.done; one = queue.next()) if (!taken.has(one.value)) yield one.value;
    }
  }
  const choicesOf = new Map<string, Iterator<RecordedTransfer>>();
  return lines.flatMap((line): [StatementTransfer, RecordedTransfer][] => {
    const key = JSON.stringify([referenceOf(line), kind(line)]);
    const own = choicesOf.get(key) ?? choices(line);
    choicesOf.set(key, own);
    const record = own.next().value as RecordedTransfer | undefined;
    if (record) taken.add(record);
    return record ? [[line, record]] : [];
  });
}

/** Returns a function that returns the formats of the missing records that resemble a line. */
function formatsReader(
  lines: readonly StatementTransfer[],
  missing: ReadonlyMap<string, readonly RecordedTransfer[]>,
  referenceOf: (transfer: StatementTransfer) => string,
) {
  const related = relate(new Set(lines.map(referenceOf)), new Set(missing.keys()));
  const formatsOf = new Map(
    [...missing].map(([reference, records]) => [reference, new Set(records.map(({ format }) => format))]),
  );
  const known = new Map<string, Set<string | null>>();
  return (line: StatementTransfer): Set<string | null> => {
    const reference = referenceOf(line);
    const formats =
      known.get(reference) ??
      new Set((related.get(reference) ?? []).flatMap((one) => [...(formatsOf.get(one) ?? [])]));
    known.set(reference, formats);
    return formats;
  };
}
