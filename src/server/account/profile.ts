import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Ctx } from '../context';
import type { Db, Tx } from '../db/client';
import { accounts, oneTimeTokens } from '../db/schema';

export interface Profile {
  firstName: string;
  lastName: string;
  phone: string;
  ageGroup: string | null;
  locale: Locale;
  email: string;
  emailVerified: boolean;
  /** An e-mail asked for whose link has not been opened yet. */
  pendingEmail: string | null;
  hasPassword: boolean;
  lineLinked: boolean;
  delivery: {
    address: string;
    subdistrict: string | null;
    district: string | null;
    province: string;
    postalCode: string;
  } | null;
}

/**
 * What we know of a person, as they see and change it. One query.
 * @throws AppError NOT_LOGGED_IN for an account that is deleted
 */
export async function getProfile(
  { db, now }: { db: Db | Tx; now: Ctx['now'] },
  accountId: string,
): Promise<Profile> {
  const [row] = await db
    .select({
      account: accounts,
      pendingEmail: oneTimeTokens.email,
      lineLinked: sql<boolean>`exists (select 1 from identities i
        where i.account_id = ${accounts.id} and i.provider = 'line')`,
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
  const { account, pendingEmail, lineLinked } = row;
  return {
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    ageGroup: account.ageGroup,
    locale: account.locale,
    email: account.email,
    emailVerified: account.emailVerifiedAt !== null,
    pendingEmail,
    hasPassword: account.passwordHash !== null,
    lineLinked,
    delivery: deliveryOf(account),
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
