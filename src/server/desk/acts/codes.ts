import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addDays, dayOf, startOfDay, type Day } from '@/domain/day';
import { CODE_MAX, isCode, isReferralCode, normaliseCode, type CodeDiscount } from '@/domain/referral';
import type { codeAnswer } from '@/schemas/answers/commands';
import { transaction } from '../../db';
import { codeUses, discountCodes } from '../../db/schema';
import { typedSql } from '../../db/query-rows';
import { requireStaffMay } from '../../lifecycle/staff-limits';
import type { Ctx } from '../../platform/context';
import { isSpelledAs } from '../../shop/rewards/codes';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

export type CodeRow = z.output<typeof codeAnswer>;

export interface NewCode {
  code: string;
  discount: CodeDiscount;
  from: Day | null;
  until: Day | null;
  usesMax: number | null;
}

/**
 * Creates a discount code.
 * @throws OperatorRefusal if the code exists or is malformed, or if its dates, value or uses are invalid; AppError
 *   MONTHLY_LIMIT
 */
export async function createCode(ctx: OperatorCtx, wanted: NewCode): Promise<CodeRow> {
  const code = normaliseCode(wanted.code);
  const today = dayOf(ctx.now);
  const { discount, until, usesMax } = wanted;
  const from = wanted.from ?? today;
  refuseTerms({ ...wanted, code, from }, today);
  const validFrom = wanted.from === null ? ctx.now : startOfDay(wanted.from);
  const validTo = until === null ? null : startOfDay(addDays(until, 1));
  return transaction(ctx.db, async (tx) => {
    // Codes that differ in their dashes alone are one code, which the unique key does not know.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('discount_codes'))`);
    const [known] = await tx.select().from(discountCodes).where(isSpelledAs(code));
    if (known) throw new OperatorRefusal('codeExists', { code: known.code });
    await requireStaffMay(tx, ctx.now, ctx.operator, { act: 'codes' });
    const [made] = await tx
      .insert(discountCodes)
      .values({ code, ...discount, validFrom, validTo, usesMax })
      .returning();
    if (!made) throw new Error('a discount code was not written');
    const detail = { ...discount, from, until, usesMax };
    await auditOperator(tx, ctx, { subject: code, what: 'code.created', detail });
    return rowOf(made, 0, ctx.now);
  });
}

function refuseTerms({ code, discount, from, until, usesMax }: NewCode & { from: Day }, today: Day): void {
  const { kind, value } = discount;
  if (!isCode(code)) throw new OperatorRefusal('codeForm', { max: CODE_MAX });
  if (isReferralCode(code)) throw new OperatorRefusal('codeReferral', { code });
  if (!Number.isSafeInteger(value) || value < 1) throw new OperatorRefusal('codeZero');
  if (kind === 'percent' && value > 100) throw new OperatorRefusal('codePercent', { percent: value });
  if (until !== null && until < today) throw new OperatorRefusal('codePast', { day: until });
  if (until !== null && from > until) throw new OperatorRefusal('codeOrder', { from, until });
  if (usesMax !== null && (!Number.isSafeInteger(usesMax) || usesMax < 1))
    throw new OperatorRefusal('codeUses');
}

/**
 * Ends a discount code now. Orders that were paid with the code keep their discount.
 * @throws OperatorRefusal for a code that does not exist or has ended
 */
export async function endCode(ctx: OperatorCtx, typed: string): Promise<CodeRow> {
  const wanted = normaliseCode(typed);
  return transaction(ctx.db, async (tx) => {
    const [row] = await tx.select().from(discountCodes).where(isSpelledAs(wanted)).for('update');
    if (!row) throw new OperatorRefusal('noCode', { code: wanted });
    const { code } = row;
    if (row.validTo !== null && row.validTo <= ctx.now)
      throw new OperatorRefusal('codeEnded', { code, day: dayOf(row.validTo) });
    const ended = { ...row, validTo: ctx.now };
    await tx.update(discountCodes).set({ validTo: ctx.now }).where(eq(discountCodes.code, code));
    const uses = await tx.$count(codeUses, eq(codeUses.code, code));
    await auditOperator(tx, ctx, { subject: code, what: 'code.ended', detail: { uses } });
    return rowOf(ended, uses, ctx.now);
  });
}

/** Returns all discount codes with their numbers of uses, latest first day of validity first. */
export async function listCodes({ db, now }: Ctx): Promise<CodeRow[]> {
  const rows = await db
    .select({
      row: discountCodes,
      uses: typedSql(
        z.number(),
        sql`(select count(*)::int from ${codeUses} u where u.code = "discount_codes"."code")`,
      ),
    })
    .from(discountCodes)
    .orderBy(sql`${discountCodes.validFrom} desc`, asc(discountCodes.code));
  return rows.map(({ row, uses }) => rowOf(row, uses, now));
}

function rowOf(row: typeof discountCodes.$inferSelect, uses: number, now: Date): CodeRow {
  const { code, kind, value, validFrom, validTo, usesMax } = row;
  return {
    code,
    discount: { kind, value },
    from: dayOf(validFrom),
    until: validTo && dayOf(new Date(validTo.getTime() - 1)),
    uses,
    usesMax,
    state: stateOf(row, uses, now),
  };
}

function stateOf(
  { validFrom, validTo, usesMax }: typeof discountCodes.$inferSelect,
  uses: number,
  now: Date,
): CodeRow['state'] {
  if (validTo !== null && validTo <= now) return 'ended';
  if (validFrom > now) return 'planned';
  return usesMax !== null && uses >= usesMax ? 'used_up' : 'valid';
}
