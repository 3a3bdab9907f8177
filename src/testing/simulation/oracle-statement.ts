import { sql } from 'drizzle-orm';
import { SANDBOX_URL } from './network';
import type { SimulatedWorld } from './world';

const BANGKOK_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;

interface Line extends Record<string, unknown> {
  date: string;
  /** Satang. */
  amount: number;
  reference: string;
}

/** Lists the transfers of the bank's statement. */
async function listArrived({ sandbox }: SimulatedWorld): Promise<Line[]> {
  const text = await (await sandbox.fetch(`${SANDBOX_URL}/bank/statement.csv`)).text();
  const rows = text.split('\r\n').slice(1, -1);
  return rows.map((row) => {
    const [, date = '', , amount = '', reference = ''] = row.split(',');
    return { date, amount: Math.round(Number(amount) * 100), reference };
  });
}

function countByKey(lines: Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { date, amount, reference } of lines) {
    const key = `${date}, ${amount}, ${reference}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Checks that each transfer of the bank statement is recorded once and matched once, even after several imports. */
export async function checkStatement(world: SimulatedWorld): Promise<string[]> {
  const arrived = await listArrived(world);
  const rows = await world.db.execute<Line & { status: string }>(
    sql`select paid_on::text as date, amount::int as amount, reference, status from bank_transfers`,
  );
  const references = [...new Set(arrived.map(({ reference }) => reference))];
  const recorded = [...rows].map((row) => {
    const reference = references.find((one) => row.reference.includes(one)) ?? row.reference;
    return { ...row, reference };
  });
  const [came, known] = [countByKey(arrived), countByKey(recorded)];
  // The last import runs at the start of the last day.
  const yesterday = new Date(world.now().getTime() + BANGKOK_MS - DAY_MS).toISOString().slice(0, 10);
  const problems = [...new Set([...came.keys(), ...known.keys()])].flatMap((key) => {
    const [times, recordedTimes] = [came.get(key) ?? 0, known.get(key) ?? 0];
    const isImported = key.slice(0, 10) < yesterday;
    return recordedTimes > times || (isImported && recordedTimes < times)
      ? [`transfer ${key}: recorded ${recordedTimes} times, but made ${times} times`]
      : [];
  });
  for (const { date, amount, reference, status } of recorded)
    if (status === 'doubtful')
      problems.push(`transfer ${date}, ${amount}, ${reference} is doubtful in an export of whole days`);
  const [money] = await world.db.execute<{ n: number }>(
    sql`select count(*)::int as n from money_received where provider = 'bank'`,
  );
  if (money && money.n > arrived.length)
    problems.push(`${money.n} transfers are booked, but ${arrived.length} were made`);
  return problems;
}
