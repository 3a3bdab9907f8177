import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '@/domain/errors';
import { PAID_BOX_STATES } from '@/domain/parcel';
import type { profileAnswer } from '@/schemas/answers/account';
import type { Ctx } from '../../platform/context';
import type { Db, Tx } from '../../db';
import { accounts, oneTimeTokens } from '../../db/schema';
import { typedSql } from '../../db/query-rows';

export type Profile = z.output<typeof profileAnswer>;

/**
 * Returns the profile of an account with one query.
 * @throws AppError NOT_LOGGED_IN for a deleted account
 */
export async function getProfile(
  { db, now }: { db: Db | Tx; now: Ctx['now'] },
  accountId: string,
): Promise<Profile> {
  const [row] = await db
    .select({
      account: accounts,
      pendingEmail: oneTimeTokens.email,
      lineLinked: typedSql(
        z.boolean(),
        sql`exists (select 1 from identities i
        where i.account_id = ${accounts.id} and i.provider = 'line')`,
      ),
      paidBox: typedSql(
        z.enum(PAID_BOX_STATES).nullable(),
        sql`(select case when s.requested_at is null then 'follows' else 'too_late' end
        from orders o join shipments s on s.order_id = o.id
        where o.account_id = ${accounts.id} and o.status = 'paid' and s.status in ('preparing','packed')
          and not exists (select from order_addresses x where x.order_id = o.id)
        order by s.requested_at desc nulls first limit 1)`,
      ),
    })
    .from(accounts)
    .leftJoin(
      oneTimeTokens,
      and(
        eq(oneTimeTokens.accountId, accounts.id),
        eq(oneTimeTokens.kind, 'email_change'),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)));
  if (!row) throw new AppError('NOT_LOGGED_IN');
  const { account, pendingEmail, lineLinked, paidBox } = row;
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    ageGroup: account.ageGroup,
    locale: account.locale,
    email: account.email,
    emailVerified: account.emailVerifiedAt !== null,
    emailFailed: account.failedEmailNorm === account.emailNorm,
    optionalMessages: account.optionalMessages,
    pendingEmail,
    hasPassword: account.passwordHash !== null,
    lineLinked,
    delivery: deliveryOf(account),
    paidBox,
  };
}

function deliveryOf({
  address,
  subdistrict,
  district,
  province,
  postalCode,
}: typeof accounts.$inferSelect): Profile['delivery'] {
  if (postalCode === null) return null;
  return { address: address ?? '', subdistrict, district, province: province ?? '', postalCode };
}
