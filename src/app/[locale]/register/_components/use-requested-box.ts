'use client';

import { useEffect, useRef } from 'react';
import { checkBox, type BoxItem } from '@/domain/box';
import { isProductCode } from '@/domain/product';
import { useFlow } from './flow';

/** The plan or product that a link preselects. Null values: the link preselects none. */
export interface RequestedBox {
  plan: string | null;
  product: string | null;
}

/**
 * Puts the preselected plan or product into the box once, and removes it from the URL. A reload therefore
 * keeps later changes of the box.
 */
export function useRequestedBox({ plan, product }: RequestedBox): void {
  const { draft, plans, products, held, ready, update } = useFlow();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !ready || (plan === null && product === null)) return;
    done.current = true;
    const chosen = plans.find((candidate) => candidate.code === plan && candidate.active);
    if (chosen) update({ items: chosen.items });
    else if (product !== null) {
      const items = withProduct(draft.items, product);
      if (checkBox(items, products, held).allowed) update({ items });
    }
    window.history.replaceState(null, '', window.location.pathname);
  }, [ready, plan, product, draft.items, plans, products, held, update]);
}

/**
 * Returns the box with one pack of the product added. Returns the same box if it already contains the
 * product.
 */
function withProduct(items: BoxItem[], product: string): BoxItem[] {
  if (!isProductCode(product) || items.some(({ productCode }) => productCode === product)) return items;
  return [...items, { productCode: product, quantity: 1 }];
}
