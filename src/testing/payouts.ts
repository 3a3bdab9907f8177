import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { addDays, hourOf, type Day } from '@/domain/day';
import type { MonthFigures } from '@/domain/payout';
import { transaction } from '@/server/db';
import { disputes, moneyReceived, refunds } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { importStatement } from '@/server/desk/acts/import-statement';
import { createRefund } from '@/sandbox/omise/refunds';
import { disputeCharge } from '@/sandbox/omise/disputes';
import type { World } from './world';

/** A payment at the sandbox's gateway and in the ledger, which no order has. */
export interface PlantedPayment {
  chargeId: string;
  moneyId: string;
  amount: number;
}

let planted = 0;

/**
 * Plants a payment of the present instant.
 * @param by how it was paid
 * @param inLedger whether the ledger has it, too
 */
export async function plantPayment(
  world: World,
  amount: number,
  by: 'card' | 'qr' = 'card',
  inLedger = true,
): Promise<PlantedPayment> {
  planted += 1;
  const at = world.now().getTime();
  const chargeId = `chrg_test_payout${planted}`;
  const source = by === 'card' ? null : { id: 'src', amount, createdAt: at, chargeId, documentId: 'doc' };
  world.sandbox.gateway.charges.put({
    id: chargeId,
    position: planted,
    amount,
    currency: 'THB',
    status: 'successful',
    customer: null,
    card: null,
    source,
    description: null,
    metadata: {},
    returnUri: null,
    secured: false,
    recurringReason: null,
    transactionIndicator: null,
    authentication: null,
    ip: null,
    failureCode: null,
    failureMessage: null,
    transaction: `trxn_test_payout${planted}`,
    refunds: [],
    createdAt: at,
    paidAt: at,
    expiresAt: at,
    expiredAt: null,
  });
  const moneyId = newId('money');
  if (!inLedger) return { chargeId, moneyId, amount };
  const paidAt = world.now();
  await transaction(world.db, (tx) =>
    tx.insert(moneyReceived).values({
      id: moneyId,
      provider: 'omise',
      providerRef: chargeId,
      amount,
      verdict: 'orphan',
      paidAt,
      recordedAt: paidAt,
    }),
  );
  return { chargeId, moneyId, amount };
}

/** Refunds a part of a planted payment at the gateway and in the ledger. */
export async function plantRefund(world: World, { chargeId, moneyId }: PlantedPayment, amount: number) {
  const { id } = createRefund(world.sandbox.gateway, chargeId, { amount });
  const now = world.now();
  await transaction(world.db, (tx) =>
    tx.insert(refunds).values({
      id: newId('refund'),
      moneyId,
      amount,
      status: 'succeeded',
      why: 'asked',
      providerRef: String(id),
      createdAt: now,
      closedAt: now,
    }),
  );
}

/** Opens a dispute of a planted payment, or changes it, at the gateway and in the ledger. */
export async function plantDispute(
  world: World,
  { chargeId, moneyId, amount }: PlantedPayment,
  status: 'open' | 'won' | 'lost',
) {
  disputeCharge(world.sandbox.gateway, chargeId, status);
  const providerRef = world.sandbox.gateway.charges.get(chargeId)?.dispute?.id ?? '';
  const now = world.now();
  const row = { id: newId('dispute'), moneyId, providerRef, kind: 'dispute' as const, status, amount };
  await transaction(world.db, (tx) =>
    tx
      .insert(disputes)
      .values({ ...row, charging: 'allowed', openedAt: now, changedAt: now, heldAt: now })
      .onConflictDoUpdate({ target: disputes.providerRef, set: { status, changedAt: now } }),
  );
}

/** Imports the statement of the sandbox's bank. */
export async function importBankStatement(world: World): Promise<void> {
  const text = await (await fetch(`${world.sandboxUrl}/bank/statement.csv`)).text();
  if (text.trim().includes('\n')) await importStatement({ ...world.ctx(), operator: 'operator' }, text);
}

type AuditedMonth = Omit<MonthFigures, 'direct'> & { month: string; listed: number; unexplained: number };

/** Returns what the audit's own SQL says of each month. */
export async function auditPayouts(world: World): Promise<AuditedMonth[]> {
  const text = readFileSync('scripts/audit/payouts.sql', 'utf8');
  return [...(await world.db.execute(sql.raw(text)))] as unknown as AuditedMonth[];
}

/** Lives through days with payments by card and QR code, refunds and disputes. @param onDay runs at 9:00 of each day */
export async function livePayments(
  world: World,
  { from, days, perDay }: { from: Day; days: number; perDay: number },
  onDay: (day: number, paid: PlantedPayment[]) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const disputed: PlantedPayment[] = [];
  for (let day = 0; day < days; day += 1) {
    await world.setNow(hourOf(addDays(from, day), 9));
    const paid: PlantedPayment[] = [];
    for (let n = 0; n < perDay; n += 1)
      paid.push(
        await plantPayment(world, 31_275 + ((day * 7 + n * 13) % 97) * 25, n % 3 === 2 ? 'qr' : 'card'),
      );
    const [first, second] = paid;
    if (day % 5 === 1 && first) await plantRefund(world, first, 10_000 + day);
    if (day % 11 === 3 && second) {
      await plantDispute(world, second, 'open');
      disputed.push(second);
    }
    const decided = day % 11 === 9 ? disputed.shift() : undefined;
    if (decided) await plantDispute(world, decided, day % 2 === 0 ? 'won' : 'lost');
    await onDay(day, paid);
  }
}
