import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import {
  FREE_PRODUCT_POINTS,
  MILESTONE_EVERY,
  MILESTONE_POINTS,
  ordersToMilestone,
  type PointsEntryKind,
} from '@/domain/points';
import { isRedeemable, type ProductCode } from '@/domain/product';
import { FRIEND_DISCOUNT, heldReferralEndsAt, REFERRER_POINTS, referrerPointsLeft } from '@/domain/referral';
import { canChangePlan } from '@/domain/subscription';
import { getCachedCatalogue } from '../catalogue/queries';
import type { Ctx } from '../../platform/context';
import { queryRows } from '../../db/query-rows';
import { columnShape } from '../../db/row-shapes';
import { accounts, orders, pointsEntries, subscriptions } from '../../db/schema';
import { awaitsOfflinePaymentSql } from '../../lifecycle/awaited-payments';
import { siteUrl } from '../../platform/site-url';

const PAGE = 10;

/** The data of the rewards screen. Points are whole points; amounts of money are satang. */
export interface Rewards {
  points: number;
  /** Points that were taken back after they were spent. The next earned points reduce this debt. */
  debt: number;
  freeProduct: {
    /** The price of one pack in points. */
    points: number;
    /** How many points are missing for one pack; 0 if the subscriber can redeem one now. */
    toGo: number;
    /** The products that can be chosen. */
    products: ProductCode[];
    /** Upcoming orders without a free product, soonest first. */
    orders: { orderId: string; paymentDate: Day }[];
  };
  /** The free products of orders that are not closed, soonest first. */
  held: { orderId: string; paymentDate: Day; productCode: ProductCode; skipped: boolean }[];
  /** The next order that is not skipped, and the points it will earn. */
  nextOrder: { orderId: string; paymentDate: Day; points: number } | null;
  milestone: {
    every: number;
    points: number;
    /** The number of paid orders that are not fully refunded. */
    paidOrders: number;
    toGo: number;
    /** The latest milestone, if the subscriber has not closed its congratulation yet; otherwise null. */
    reached: { number: number; points: number } | null;
  };
  referral: {
    /** The subscriber's referral code; null if it was not generated yet. */
    code: string | null;
    shareUrl: string | null;
    friendDiscount: Satang;
    referrerPoints: number;
    /** The number of friends who have paid their first order. */
    friends: number;
    /** Points on hold for friends, and the day on which the hold ends; soonest first. */
    held: { points: number; until: Day }[];
    /** Whether the subscriber can generate a code now. */
    allowed: boolean;
  };
}

/** An order that is not closed. `ahead`: whether its payment date has not begun yet. */
const openOrderRow = z.object({
  orderId: z.string(),
  paymentDate: columnShape(orders.paymentDate),
  points: z.number(),
  productCode: columnShape(orders.freeProductCode),
  skipped: z.boolean(),
  ahead: z.boolean(),
});
type OpenOrder = z.output<typeof openOrderRow>;

const rewardsRow = z.object({
  locale: columnShape(accounts.locale),
  status: columnShape(subscriptions.status).nullable(),
  activated_at: columnShape(subscriptions.activatedAt),
  awaits: z.boolean(),
  balance: z.number(),
  debt: z.number(),
  milestone_seen: z.number(),
  latest_milestone: z.number(),
  paid_orders: z.number(),
  code: z.string().nullable(),
  friends: z.number(),
  held: z.array(z.object({ heldAt: z.string(), refunded: z.number(), total: z.number() })).nullable(),
  open: z.array(openOrderRow).nullable(),
});

const REWARDS = `select a.locale, s.status, s.activated_at, ${awaitsOfflinePaymentSql('s.id')} as awaits,
  coalesce(b.balance, 0) as balance, coalesce(b.debt, 0) as debt, coalesce(b.milestone_seen, 0) as milestone_seen,
  (select coalesce(max(e.source::int), 0) from points_entries e
     where e.account_id = a.id and e.kind = 'milestone') as latest_milestone,
  (select count(*)::int from orders p where p.account_id = a.id and p.status = 'paid') as paid_orders,
  (select c.code from referral_codes c where c.account_id = a.id) as code,
  (select count(*)::int from referrals r where r.referrer_id = a.id and r.status in ('held','rewarded')) as friends,
  (select json_agg(json_build_object('heldAt', r.held_at, 'refunded', f.refunded, 'total', f.total) order by r.held_at)
     from referrals r join orders f on f.account_id = r.friend_id and f.kind = 'first' and f.status = 'paid'
     where r.referrer_id = a.id and r.status = 'held') as held,
  (select json_agg(json_build_object('orderId', o.id, 'paymentDate', o.payment_date, 'points', o.points,
       'productCode', o.free_product_code, 'skipped', o.status = 'skipped',
       'ahead', o.status in ('upcoming','skipped') and o.begun_at is null and o.payment_date > $2) order by o.payment_date)
     from orders o where o.account_id = a.id
       and o.status in ('upcoming','skipped','charging','awaiting_payment')) as open
  from accounts a left join subscriptions s on s.account_id = a.id left join points_balances b on b.account_id = a.id
  where a.id = $1`;

/**
 * Returns the data of the rewards screen. Needs one query in addition to the query of the catalogue.
 * @throws AppError NOT_FOUND for an unknown account
 */
export async function viewRewards(ctx: Ctx, accountId: string): Promise<Rewards> {
  const { products } = await getCachedCatalogue(ctx);
  const [row] = await queryRows(ctx.db, rewardsRow, { text: REWARDS, params: [accountId, dayOf(ctx.now)] });
  if (!row) throw new AppError('NOT_FOUND');
  const { status, activated_at: activatedAt, awaits: awaitsOfflinePayment } = row;
  const may = status !== null && canChangePlan({ status, activatedAt, awaitsOfflinePayment }).allowed;
  return {
    points: row.balance,
    debt: row.debt,
    ...describeOrders(row.open ?? [], row.balance, products.filter(isRedeemable)),
    milestone: describeMilestone(row),
    referral: {
      code: row.code,
      shareUrl: row.code && shareUrl(row.locale, row.code),
      friendDiscount: FRIEND_DISCOUNT,
      referrerPoints: REFERRER_POINTS,
      friends: row.friends,
      held: (row.held ?? []).map(({ heldAt, refunded, total }) => ({
        points: referrerPointsLeft(refunded, total),
        until: dayOf(heldReferralEndsAt(new Date(heldAt))),
      })),
      allowed: may,
    },
  };
}

function describeOrders(open: OpenOrder[], balance: number, products: { code: ProductCode }[]) {
  const sent = open.filter(({ ahead, skipped }) => ahead && !skipped);
  const [next] = sent;
  return {
    freeProduct: {
      points: FREE_PRODUCT_POINTS,
      toGo: Math.max(0, FREE_PRODUCT_POINTS - balance),
      products: products.map(({ code }) => code),
      orders: sent
        .filter(({ productCode }) => productCode === null)
        .map(({ orderId, paymentDate }) => ({ orderId, paymentDate })),
    },
    held: open.flatMap(({ orderId, paymentDate, productCode, skipped }) =>
      productCode === null ? [] : [{ orderId, paymentDate, productCode, skipped }],
    ),
    nextOrder: next ? { orderId: next.orderId, paymentDate: next.paymentDate, points: next.points } : null,
  };
}

function describeMilestone(row: z.output<typeof rewardsRow>): Rewards['milestone'] {
  const number = row.latest_milestone;
  return {
    every: MILESTONE_EVERY,
    points: MILESTONE_POINTS,
    paidOrders: row.paid_orders,
    toGo: ordersToMilestone(row.paid_orders, number),
    reached: number > row.milestone_seen ? { number, points: MILESTONE_POINTS } : null,
  };
}

/** Returns the URL of the invitation page of a referral code, in the given language. */
export function shareUrl(locale: Locale, code: string): string {
  return siteUrl(locale, `/invite/${code}`);
}

export interface PointsPage {
  /** At most ten entries, latest first. */
  entries: {
    id: string;
    kind: PointsEntryKind;
    points: number;
    /** Points on hold, which are not in the balance yet. */
    held: number;
    /** ISO instant. */
    at: string;
    order: { orderId: string; paymentDate: Day } | null;
  }[];
  page: number;
  pages: number;
}

const entryRow = z.object({
  id: z.string(),
  kind: columnShape(pointsEntries.kind),
  points: z.number(),
  at: z.string(),
  order_id: columnShape(pointsEntries.orderId),
  payment_date: columnShape(orders.paymentDate).nullable(),
  whole: z.string(),
});

const ENTRIES = `select e.id, e.kind, e.points, e.order_id, o.payment_date::text, count(*) over () as whole,
    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from points_entries e left join orders o on o.id = e.order_id
  where e.account_id = $1 order by e.created_at desc, e.id desc limit $2 offset $3`;

/** Returns one page of the points ledger of an account: ten entries, latest first. */
export async function listPointsEntries({ db }: Ctx, accountId: string, page: number): Promise<PointsPage> {
  const rows = await queryRows(db, entryRow, { text: ENTRIES, params: [accountId, PAGE, (page - 1) * PAGE] });
  const whole = Number(rows[0]?.whole ?? 0);
  return {
    entries: rows.map(({ id, kind, points, at, order_id: orderId, payment_date: paymentDate }) => ({
      id,
      kind,
      points,
      held: kind === 'referral_held' ? REFERRER_POINTS : 0,
      at,
      order: orderId !== null && paymentDate !== null ? { orderId, paymentDate } : null,
    })),
    page,
    pages: Math.max(1, Math.ceil(whole / PAGE)),
  };
}
