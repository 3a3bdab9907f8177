import { writeAudit } from '../lifecycle/audit';
import type { Ctx } from '../platform/context';
import type { Tx } from '../db';

/** What an operator's command receives. `operator`: who is named in the audit, `operator` or `operator:mali`. */
export interface OperatorCtx extends Ctx {
  operator: string;
}

/** A command that must not be done; the message tells the operator why and what to do instead. */
export class OperatorRefusal extends Error {}

/** Writes into the audit what an operator did, in the transaction that does it. */
export async function auditOperator(
  tx: Tx,
  { now, operator }: OperatorCtx,
  event: { subject: string; what: string; detail?: Record<string, unknown> },
): Promise<void> {
  await writeAudit(tx, now, { actor: operator, ...event });
}

/** `฿1,234.50` */
export function baht(satang: number): string {
  return `฿${(satang / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

/**
 * An amount as an operator or a bank writes it, in satang: `375.25`, `1,234.50`, `฿500`.
 * @returns null for anything else
 */
export function satangOf(text: string): number | null {
  const plain = text.trim().replace(/^฿\s*/, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = '0', part = ''] = plain.replaceAll(',', '').split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
