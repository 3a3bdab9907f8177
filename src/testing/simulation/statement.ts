import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { importStatement, type ImportResult } from '@/server/desk/acts/import-statement';
import type { Journal } from './journal';
import { LostCommit } from './transaction-gates';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

/** The payment link that a bank transfer refers to, with its order and subscriber. */
export interface TransferSource {
  reference: string;
  orderId: string;
  accountId: string;
  /** When the link was created, as PostgreSQL formats it. */
  madeAt: string;
}

export interface Bank {
  /** Adds a transfer to the bank account at the current time. @param amount satang */
  receive(source: TransferSource, amount: number): Promise<void>;
}

const DAY_MS = 86_400_000;
/** What the bank's statement says of a payout of the gateway. */
const PAYOUT_TEXT = 'OMISE CO LTD';
/** Share of days on which the operator imports the bank statement. */
const IMPORT_DAYS = 0.5;
/** The fewest and the most days of the statement that one export contains. Exports overlap. */
const EXPORTED_DAYS = { least: 6, most: 12 };

const FORMATS = ['', 'detailed'] as const;
type Format = (typeof FORMATS)[number];
/** The exports that the operator imports on one day: one format, both formats, or the detailed format twice. */
const EXPORTS: readonly (readonly Format[])[] = [
  [''],
  ['detailed'],
  ['', 'detailed'],
  ['detailed', 'detailed'],
];

/**
 * Creates the bank account for transfers and schedules the imports of its statement until `until`. The last
 * import contains the whole statement in both formats.
 */
export function createBank(world: SimulatedWorld, journal: Journal, until: Date): Bank {
  const { random } = world;
  const sources: TransferSource[] = [];
  const exportFrom = async (format: Format, from: Day) => importExport(world, journal, sources, format, from);
  const begin = dayOf(world.now());
  for (let at = world.now().getTime(); at < until.getTime() - DAY_MS; at += DAY_MS) {
    if (!random.chance(IMPORT_DAYS)) continue;
    const days = EXPORTED_DAYS.least + random.below(EXPORTED_DAYS.most - EXPORTED_DAYS.least);
    const when = new Date(at + random.below(DAY_MS));
    for (const format of random.pick(EXPORTS))
      world.schedule(when, 'the statement is imported', () =>
        exportFrom(format, addDays(dayOf(when), -days)),
      );
  }
  const last = startOfDay(dayOf(until));
  for (const format of FORMATS)
    world.schedule(last, 'the whole statement is imported', () => exportFrom(format, begin));
  return {
    receive: async (source, amount) => {
      sources.push(source);
      await world.sandbox.fetch(`${SANDBOX_URL}/bank/transfers`, {
        method: 'POST',
        body: JSON.stringify({ amount, reference: source.reference }),
      });
    },
  };
}

/**
 * Imports one export and records the result of each line in the journal. Repeats the import if a commit was
 * not acknowledged.
 */
async function importExport(
  world: SimulatedWorld,
  journal: Journal,
  sources: readonly TransferSource[],
  format: Format,
  from: Day,
): Promise<void> {
  const at = world.now();
  const exported = await world.sandbox.fetch(
    `${SANDBOX_URL}/bank/statement.csv?format=${format}&from=${from}`,
  );
  const text = await exported.text();
  let response: ImportResult | null = null;
  while (response === null) {
    try {
      response = await importStatement({ ...world.ctx(), operator: 'operator' }, text);
    } catch (error) {
      if (!(error instanceof LostCommit)) throw error;
    }
  }
  const { matched, toSendBack, mismatched, unknown, doubtful, alreadyBooked } = response;
  for (const line of [matched, toSendBack, mismatched, unknown, doubtful, alreadyBooked].flat()) {
    // A payout of the gateway concerns no subscriber.
    if (line.reference.includes(PAYOUT_TEXT)) continue;
    const source = sources.find(({ reference }) => line.reference.includes(reference));
    if (!source) throw new Error(`no transfer was made for ${line.reference}`);
    const { amount, paidOn, providerRef } = line;
    const { accountId, ...about } = source;
    const input = { ...about, amount, paidOn, providerRef };
    const entry = journal.write({ at, accountId, command: 'bookTransfer', input });
    Object.assign(entry, { outcome: 'ok', respondedAt: world.now(), response: line });
  }
}
