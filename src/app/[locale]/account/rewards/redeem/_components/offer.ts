import type { RouterOutputs } from '@/trpc/outputs';
import type { Rewards } from '../../_components/balance';

export type Product = RouterOutputs['catalogue']['products'][number];

interface Circumstances {
  view: Rewards;
  isActive: boolean;
  /** Whether a payment link is open. Nothing can be redeemed until it is paid. */
  isPending: boolean;
}

/** Returns the reason why nothing can be redeemed now. Returns null if redeeming is possible. */
export function whyNot({ view, isActive, isPending }: Circumstances) {
  if (isPending) return 'pending';
  if (view.freeProduct.toGo > 0) return 'few';
  if (!isActive) return 'notActive';
  return view.freeProduct.orders.length === 0 ? 'noOrder' : null;
}

export type WhyNot = NonNullable<ReturnType<typeof whyNot>>;
