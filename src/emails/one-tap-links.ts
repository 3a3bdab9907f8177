import type { Day } from '@/domain/day';

type OneTapLink = { link: string; data: string };

/**
 * The links that change an order with one tap; null for an action that is not offered. `data`: the data of the same
 * button in LINE.
 */
export interface OneTapLinks {
  skip: OneTapLink | null;
  /** `date`: the day to which the link moves the order. */
  move: (OneTapLink & { date: Day }) | null;
  box: OneTapLink | null;
}
