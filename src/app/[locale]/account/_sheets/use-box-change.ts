'use client';

import { useState } from 'react';
import type { CatalogueProduct } from '@/components/box/catalogue';
import { unbroken } from '@/components/reserved-text';
import { checkBox, isSameBox, mayHold, type BoxItem } from '@/domain/box';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, shortDayText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { View } from '../_components/subscription-view';
import { useChange, type UpcomingOrder } from './use-change';
import { firstChanged, isUsual, presentBox, singleOrder, type Scope } from './box-scope';

type Input = { items: BoxItem[]; orderId?: string };
type Options = { preview?: boolean; version?: number };

const send = ({ orderId, ...input }: Input & Options) =>
  orderId === undefined
    ? trpc.subscription.changeBox.mutate(input)
    : trpc.orders.changeBox.mutate({ orderId, ...input });

/** A page that was opened for an order with its own contents starts with these. */
function firstScope(view: View, requestedId: string | null): Scope {
  const isOpen = requestedId !== null && singleOrder(view, requestedId)?.orderId === requestedId;
  return isOpen ? 'once' : 'always';
}

/**
 * Manages a change of every box or of the box of one order. Each scope keeps its own choice of products.
 * @param requestedId the order whose own contents the page was opened for; null without one
 */
export function useBoxChange(
  initial: View,
  products: readonly CatalogueProduct[],
  requestedId: string | null,
) {
  const t = useI18n();
  const differenceText = useDifferenceText();
  const [scope, setScope] = useState(() => firstScope(initial, requestedId));
  const [chosen, setChosen] = useState<Partial<Record<Scope, BoxItem[]>>>({});
  const orderIn = (view: View) => (scope === 'once' ? singleOrder(view, requestedId) : undefined);
  const itemsIn = (view: View) => chosen[scope] ?? presentBox(view, orderIn(view)).items;
  const isValid = (view: View) =>
    checkBox(itemsIn(view), products, presentBox(view, orderIn(view)).held).allowed;
  const change = useChange<Input>({
    kind: 'box',
    initial,
    input: (view) => {
      const order = orderIn(view);
      const isSame = isSameBox(itemsIn(view), presentBox(view, order).items);
      if (!isValid(view) || isSame || (scope === 'once' && !order)) return null;
      return { items: itemsIn(view), ...(order && { orderId: order.orderId }) };
    },
    send,
    done: (before, after) => {
      const order = orderIn(before);
      const difference = differenceText(order ?? firstChanged(before.upcomingOrders), after, scope);
      if (!order)
        return difference ? t('subscription.box.doneWith', { difference }) : t('subscription.box.done');
      if (isUsual(before, itemsIn(before))) return t('subscription.box.doneUsual');
      return difference ? t('subscription.box.doneOnceWith', { difference }) : t('subscription.box.doneOnce');
    },
    undo: (before, after) => {
      const order = orderIn(before);
      const { items } = presentBox(before, order);
      return send({ items, version: after.subscription.version, ...(order && { orderId: order.orderId }) });
    },
    choose: ({ items, orderId }) => {
      if (!items) return;
      const keptScope = orderId === undefined ? 'always' : 'once';
      const order = orderId === undefined ? undefined : singleOrder(initial, requestedId);
      if (orderId !== order?.orderId) return;
      const { held } = presentBox(initial, order);
      setScope(keptScope);
      setChosen({ [keptScope]: items.filter((item) => mayHold(item, products, held)) });
    },
  });
  const { view } = change;
  const order = orderIn(view);

  return {
    ...change,
    scope,
    setScope: (next: Scope) => {
      setScope(next);
      change.forgive();
    },
    /** The order that changes alone. Undefined if every box changes. */
    order,
    items: itemsIn(view),
    held: presentBox(view, order).held,
    isValid: isValid(view),
    setItems: (items: BoxItem[]) => {
      setChosen({ ...chosen, [scope]: items });
      change.forgive();
    },
  };
}

/** Returns a function that tells by how much the total of an order changes; an empty text if it stays the same. */
export function useDifferenceText() {
  const t = useI18n();
  const locale = useLocale();
  return (
    before: UpcomingOrder | undefined,
    after: { upcomingOrders: readonly Pick<UpcomingOrder, 'orderId' | 'total'>[] },
    scope: Scope,
  ): string => {
    const total = after.upcomingOrders.find(({ orderId }) => orderId === before?.orderId)?.total;
    if (!before || total === undefined || total === before.total) return '';
    const amount = (total > before.total ? '+' : '') + bahtText(total - before.total, locale);
    return t(`subscription.box.${scope === 'once' ? 'differenceOnce' : 'difference'}`, {
      amount,
      date: unbroken(shortDayText(before.paymentDate, locale)),
    });
  };
}
