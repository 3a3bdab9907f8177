import { expect, test } from 'vitest';
import { parseDay, type Month } from '@/domain/day';
import { importBankStatement, livePayments } from '@/testing/payouts';
import { issueDocuments } from '@/testing/documents';
import { goTo, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { readPayouts } from '../../money/payouts/read-payouts';
import { changeChart } from '../acts/payouts';
import { readPayoutMonth } from './payouts';
import { readChart, readJournal } from './journal';

const world = withWorld({ settings: { VAT_ID: '0105566000001' } });

test('the journal of a month is numbered and balanced, and its payouts and fees are those of the equation', async () => {
  await plantSubscriber(world);
  await livePayments(world, { from: parseDay('2026-12-01'), days: 20, perDay: 2 });
  await issueDocuments(world);
  await goTo(world, '2027-01-12', '09:00');
  await importBankStatement(world);
  await readPayouts(world.db, 'worker', 0);
  const month = '2026-12' as Month;
  const { entries, chart } = await readJournal(world.ctx(), month);
  expect(entries.map(({ number }) => number)).toEqual(
    entries.map((_, at) => `JV-2026-12-${String(at + 1).padStart(6, '0')}`),
  );
  const lines = entries.flatMap((entry) => entry.lines);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  const of = (account: string) =>
    lines.reduce((sum, line) => (line.account === account ? sum + line.amount : sum), 0);
  const { figures } = await readPayoutMonth(world.ctx(), month);
  expect(of('bank')).toBe(figures.bank);
  expect(of('fees') + of('inputVat')).toBe(figures.fees + figures.vat + figures.transferFees);
  expect(of('owed')).toBe(figures.refunds - figures.gross);
  const own = { ...chart, bank: { code: '1-1101', name: 'SCB 4821' } };
  await changeChart({ ...world.ctx(), operator: 'staff:stf_fon' }, own);
  expect(await readChart(world.db)).toEqual(own);
});
