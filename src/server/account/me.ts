import type { z } from 'zod';
import type { BoxItem } from '@/domain/box';
import { dayOf } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import { expiresInMinutes } from '@/domain/session';
import type { PaymentMethod, SubscriptionStatus } from '@/domain/subscription';
import type { meAnswer } from '@/schemas/answers/account';
import { hashSecret } from '../auth/session';
import { catalogueToShow } from '../catalogue/cached';
import type { Ctx } from '../platform/context';
import { ask } from '../db/ask';
import { PENDING_OF_S, showPending, type PendingRow } from '../links/pending';
import { describeSubscription, type SubscriptionRow } from '../subscription/shown';

interface MeRow {
  account_id: string;
  expires_at: string;
  first_name: string;
  last_name: string;
  email: string;
  email_verified: boolean;
  locale: Locale;
  line_linked: boolean;
  address: string | null;
  subdistrict: string | null;
  district: string | null;
  province: string | null;
  postal_code: string | null;
  status: SubscriptionStatus | null;
  frequency: number | null;
  payment_day: number | null;
  payment_method: PaymentMethod | null;
  version: number | null;
  activated_at: string | null;
  items: BoxItem[] | null;
  points: number;
  pending: PendingRow | null;
}

/** Reads everything for the account header in one query; a deleted account has no session. */
const BY_SESSION = `select a.id as account_id, x.expires_at, a.first_name, a.last_name, a.email,
  a.email_verified_at is not null as email_verified, a.locale,
  a.address, a.subdistrict, a.district, a.province, a.postal_code,
  exists (select 1 from identities i where i.account_id = a.id and i.provider = 'line') as line_linked,
  s.status, s.frequency, s.payment_day, s.payment_method, s.version, s.activated_at,
  (select json_agg(json_build_object('productCode', b.product_code, 'quantity', b.quantity) order by b.product_code)
     from box_items b where b.subscription_id = s.id) as items,
  coalesce((select balance from points_balances pb where pb.account_id = a.id), 0) as points,
  ${PENDING_OF_S} as pending
  from sessions x join accounts a on a.id = x.account_id left join subscriptions s on s.account_id = a.id
  where x.id = $1 and x.expires_at > $2 and a.deleted_at is null`;

async function toMe(ctx: Ctx, row: MeRow) {
  const { pending } = row;
  return {
    account: {
      id: row.account_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      emailVerified: row.email_verified,
      locale: row.locale,
      lineLinked: row.line_linked,
    },
    subscription:
      row.status === null ? null : describeSubscription(await catalogueToShow(ctx), row as SubscriptionRow),
    pendingPayment: pending && showPending(pending, dayOf(ctx.now)),
    points: row.points,
  };
}

async function findRow({ db, now }: Ctx, secret: string | null): Promise<MeRow> {
  const [row] = secret ? await ask<MeRow>(db, BY_SESSION, [hashSecret(secret), now.toISOString()]) : [];
  if (!row) throw new AppError('NOT_LOGGED_IN');
  return row;
}

/**
 * Returns the account of a session's secret. Reading never extends a session.
 * @throws AppError NOT_LOGGED_IN
 */
export async function getMe(ctx: Ctx, secret: string | null): Promise<z.output<typeof meAnswer>> {
  const row = await findRow(ctx, secret);
  return { expiresInMinutes: expiresInMinutes(new Date(row.expires_at), ctx.now), ...(await toMe(ctx, row)) };
}

/**
 * Returns the account without the session's time, and with the delivery address.
 * @throws AppError NOT_LOGGED_IN
 */
export async function getMeWithDelivery(ctx: Ctx, secret: string | null) {
  const row = await findRow(ctx, secret);
  const delivery = row.postal_code === null ? null : { ...placeOf(row), postalCode: row.postal_code };
  return { ...(await toMe(ctx, row)), delivery };
}

function placeOf({ address, subdistrict, district, province }: MeRow) {
  return { address: address ?? '', subdistrict, district, province: province ?? '' };
}
