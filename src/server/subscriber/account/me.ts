import { z } from 'zod';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import { expiresInMinutes } from '@/domain/session';
import type { meAnswer } from '@/schemas/answers/account';
import { hashSecret } from '../../login/session';
import { getCachedCatalogue } from '../../shop/catalogue/queries';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import { accounts, sessions } from '../../db/schema';
import { columnShape, rowShape } from '../../db/row-shapes';
import { selectList } from '../../db/select-list';
import { PENDING_OF_S, pendingRow, toPendingPayment } from '../../money/payment-links/queries';
import { describeSubscription, SUBSCRIPTION_COLUMNS, subscriptionRow } from '../plan/queries';

const PLACE = ['address', 'subdistrict', 'district', 'province', 'postalCode'] as const;
const ACCOUNT = ['firstName', 'lastName', 'email', 'locale', ...PLACE] as const;

/** The row that `BY_SESSION` returns. `status` is null for an account without a subscription. */
const meRow = rowShape(accounts, ACCOUNT)
  .extend({
    accountId: z.string(),
    emailVerified: z.boolean(),
    lineLinked: z.boolean(),
    points: z.number(),
    pending: pendingRow.nullable(),
  })
  .and(z.union([subscriptionRow, z.object({ status: z.null() })]));
type MeRow = z.output<typeof meRow>;
const sessionRow = z.object({ expiresAt: columnShape(sessions.expiresAt) }).and(meRow);

/** The columns of an account `a` with its subscription `s`, points and pending payment. */
const COLUMNS = `a.id as "accountId", ${selectList(accounts, 'a', ACCOUNT)},
  a.email_verified_at is not null as "emailVerified",
  exists (select 1 from identities i where i.account_id = a.id and i.provider = 'line') as "lineLinked",
  ${SUBSCRIPTION_COLUMNS},
  coalesce((select balance from points_balances pb where pb.account_id = a.id), 0) as points,
  ${PENDING_OF_S} as pending`;

/** The query that reads a valid session with its account. */
const BY_SESSION = `select x.expires_at as "expiresAt", ${COLUMNS}
  from sessions x join accounts a on a.id = x.account_id left join subscriptions s on s.account_id = a.id
  where x.id = $1 and x.expires_at > $2 and a.deleted_at is null`;

const BY_ACCOUNT = `select ${COLUMNS} from accounts a left join subscriptions s on s.account_id = a.id
  where a.id = $1 and a.deleted_at is null`;

async function toMe(ctx: Ctx, row: MeRow) {
  const { pending } = row;
  const today = dayOf(ctx.now);
  return {
    account: {
      id: row.accountId,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      emailVerified: row.emailVerified,
      locale: row.locale,
      lineLinked: row.lineLinked,
    },
    subscription:
      row.status === null ? null : describeSubscription(await getCachedCatalogue(ctx), row, today),
    pendingPayment: pending && toPendingPayment(pending, today),
    points: row.points,
  };
}

async function findRow({ db, now }: Ctx, secret: string | null) {
  const [row] = secret
    ? await queryRows(db, sessionRow, { text: BY_SESSION, params: [hashSecret(secret), now.toISOString()] })
    : [];
  if (!row) throw new AppError('NOT_LOGGED_IN');
  return row;
}

/**
 * Returns the account of a session with its subscription, pending payment and points. Does not extend the session.
 * @param secret the session secret in the cookie; null without a cookie
 * @throws AppError NOT_LOGGED_IN
 */
export async function getMe(ctx: Ctx, secret: string | null): Promise<z.output<typeof meAnswer>> {
  const row = await findRow(ctx, secret);
  return { expiresInMinutes: expiresInMinutes(new Date(row.expiresAt), ctx.now), ...(await toMe(ctx, row)) };
}

/**
 * Returns the same as `getMe` without `expiresInMinutes`, and the delivery address; null before the address is set.
 * @throws AppError NOT_LOGGED_IN
 */
export async function getMeWithDelivery(ctx: Ctx, secret: string | null) {
  return withDelivery(ctx, await findRow(ctx, secret));
}

/**
 * Returns the same as `getMeWithDelivery` for an account, without its session.
 * @throws AppError NOT_FOUND for an unknown or deleted account
 */
export async function getMeOfAccount(ctx: Ctx, accountId: string) {
  const [row] = await queryRows(ctx.db, meRow, { text: BY_ACCOUNT, params: [accountId] });
  if (!row) throw new AppError('NOT_FOUND');
  return withDelivery(ctx, row);
}

async function withDelivery(ctx: Ctx, row: MeRow) {
  const delivery = row.postalCode === null ? null : { ...placeOf(row), postalCode: row.postalCode };
  return { ...(await toMe(ctx, row)), delivery };
}

function placeOf({ address, subdistrict, district, province }: MeRow) {
  return { address: address ?? '', subdistrict, district, province: province ?? '' };
}
