import type { Locale } from '@/domain/locale';
import type * as en from '@/locales/en';
import { translate } from '@/locales/translate';
import { writeAudit } from '../../lifecycle/audit';
import type { Ctx } from '../../platform/context';
import type { Tx } from '../../db';

/**
 * The context of an operator command. `operator` is the actor in audit events, for example `operator:mali`.
 */
export interface OperatorCtx extends Ctx {
  operator: string;
}

type RefusalWords = typeof en.refusals;
/** Why a command is refused: a key of the texts in `refusals`, such as 'refundTooMuch' or 'loss.not_paid'. */
export type RefusalReason = Exclude<keyof RefusalWords, 'loss'> | `loss.${keyof RefusalWords['loss']}`;

/** The error of a refused operator command. Its text gives the reason and the next step. `message` is the English one. */
export class OperatorRefusal extends Error {
  constructor(
    private readonly reason: RefusalReason,
    private readonly params: Record<string, string | number> = {},
  ) {
    super(translate('en', `refusals.${reason}`, params));
  }

  /** Returns the reason in a language. */
  textIn(locale: Locale): string {
    return translate(locale, `refusals.${this.reason}`, this.params);
  }
}

/** Writes an audit event whose actor is the operator. Must run in the transaction of the audited change. */
export async function auditOperator(
  tx: Tx,
  { now, operator }: OperatorCtx,
  event: { subject: string; what: string; detail?: Record<string, unknown> },
): Promise<void> {
  await writeAudit(tx, now, { actor: operator, ...event });
}

/** Formats satang as `฿1,234.50`. */
export function baht(satang: number): string {
  return `฿${(satang / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}
