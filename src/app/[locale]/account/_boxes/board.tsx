'use client';

import { createContext, useContext, useMemo, useState } from 'react';
import { compareYears, type MarkedBox, type OrderAhead } from '@/domain/year-ahead';
import { useSkip, type Order, type Skipping } from './use-skip';

interface Board {
  /** The next three orders, and the calls that skip them. */
  skipping: Skipping;
  /** The boxes of the next twelve months. While a change is chosen, with its effect. */
  boxes: readonly MarkedBox[];
  /** The same boxes without the change. */
  year: readonly OrderAhead[];
  /** Shows the boxes after a change that is only chosen; null shows no change. */
  preview: (after: readonly OrderAhead[] | null) => void;
}

const BoardContext = createContext<Board | null>(null);

interface BoardProviderProps {
  orders: readonly Order[];
  year: readonly OrderAhead[];
  children: React.ReactNode;
}

/** Shares the boxes ahead between the next box, the calendar and the sheet over them. */
export function BoardProvider({ orders, year: loaded, children }: BoardProviderProps) {
  const skipping = useSkip(orders);
  const [after, preview] = useState<readonly OrderAhead[] | null>(null);
  const year = useMemo(() => withOrders(loaded, skipping.orders), [loaded, skipping.orders]);
  const boxes = useMemo(() => compareYears(year, after ?? year), [year, after]);
  const board = useMemo(() => ({ skipping, boxes, year, preview }), [skipping, boxes, year]);
  return <BoardContext value={board}>{children}</BoardContext>;
}

/** Returns the loaded boxes with the state of the orders as the last call has answered it. */
function withOrders(year: readonly OrderAhead[], orders: readonly Order[]): OrderAhead[] {
  return year.map((box) => {
    const order = orders.find(({ paymentDate }) => paymentDate === box.paymentDate);
    if (!order) return box;
    const state = order.skipped ? (order.paused ? 'paused' : 'skipped') : 'upcoming';
    return { ...box, state, total: order.total };
  });
}

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('The boxes are shown inside a BoardProvider.');
  return board;
}
