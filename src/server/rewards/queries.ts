import type { Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import type { ProductCode } from '@/domain/product';
import type { Ctx } from '../context';

/** Everything the rewards screen shows; points are whole points, money is satang. */
export interface Rewards {
  points: number;
  /** Points to be taken back that were spent already; the next earned ones pay it. */
  debt: number;
  freeProduct: {
    /** What one pack costs. */
    points: number;
    /** How many are missing; 0: it can be redeemed. */
    toGo: number;
    /** What may be chosen. */
    products: ProductCode[];
    /** The upcoming orders one may ride in, soonest first; those that have one already are left out. */
    orders: { orderId: string; paymentDate: Day }[];
  };
  /** Free products that are on their way into an order, soonest first. */
  held: { orderId: string; paymentDate: Day; productCode: ProductCode; skipped: boolean }[];
  /** The next order that is not skipped, and the points it will earn. */
  nextOrder: { orderId: string; paymentDate: Day; points: number } | null;
  milestone: {
    every: number;
    points: number;
    /** Paid and not fully refunded. */
    paidOrders: number;
    toGo: number;
    /** Reached, and its congratulation not closed yet. */
    reached: { number: number; points: number } | null;
  };
  referral: {
    /** null: none generated yet. */
    code: string | null;
    shareUrl: string | null;
    friendDiscount: Satang;
    referrerPoints: number;
    /** Friends who have paid their first order. */
    friends: number;
    /** Whether a code may be had now. */
    allowed: boolean;
  };
}

export async function viewRewards(_ctx: Ctx, _accountId: string): Promise<Rewards> {
  return Promise.reject(new Error('not written yet'));
}

export type PointsEntryKind =
  'earned' | 'taken_back' | 'milestone' | 'referral' | 'referral_reversed' | 'held' | 'returned';

export interface PointsPage {
  /** Latest first, ten a page. */
  entries: {
    id: string;
    kind: PointsEntryKind;
    points: number;
    /** ISO instant. */
    at: string;
    order: { orderId: string; paymentDate: Day } | null;
  }[];
  page: number;
  pages: number;
}

export async function listPointsEntries(_ctx: Ctx, _accountId: string, _page: number): Promise<PointsPage> {
  return Promise.reject(new Error('not written yet'));
}

export async function seeMilestone(_ctx: Ctx, _accountId: string, _number: number): Promise<object> {
  return Promise.reject(new Error('not written yet'));
}
