import { CHIANG_MAI, ITEMS } from './access';
import type { Caller } from './callers';

type Call = (caller: Caller, procedure: string, input: object) => Promise<unknown>;
type Own = { orderId: string };

/**
 * Returns the calls that change one delivery, for the comparison of entry points.
 * @param call calls a tRPC procedure, to create the state that a case needs
 * @param payYesterday moves the payment of the first order to yesterday, so that an order can be ordered now
 */
export const oneDeliveryCases = (
  call: Call,
  ownOf: (caller: Caller) => Promise<Own>,
  payYesterday: (caller: Caller) => Promise<unknown>,
) => [
  {
    trpc: 'orders.orderNow',
    rest: ['POST /api/orders/now'],
    graphql: 'orderNow',
    input: () => ({ later: 'restart' }),
    prepare: payYesterday,
  },
  {
    trpc: 'orders.move',
    rest: ['POST /api/orders/move'],
    graphql: 'moveOrder',
    input: ({ orderId }: Own) => ({ orderId, date: '2026-12-24' }),
  },
  {
    trpc: 'orders.changeBox',
    rest: ['POST /api/orders/box'],
    graphql: 'changeOrderBox',
    input: ({ orderId }: Own) => ({ orderId, items: ITEMS }),
  },
  {
    trpc: 'orders.useUsualBox',
    rest: ['POST /api/orders/usual-box'],
    graphql: 'useUsualBox',
    input: ({ orderId }: Own) => ({ orderId }),
    prepare: async (caller: Caller) =>
      call(caller, 'orders.changeBox', { orderId: (await ownOf(caller)).orderId, items: ITEMS }),
  },
  {
    trpc: 'orders.setAddress',
    rest: ['POST /api/orders/address'],
    graphql: 'setOrderAddress',
    input: ({ orderId }: Own) => ({ orderId, ...CHIANG_MAI }),
  },
  {
    trpc: 'orders.useUsualAddress',
    rest: ['POST /api/orders/usual-address'],
    graphql: 'useUsualAddress',
    input: ({ orderId }: Own) => ({ orderId }),
    prepare: async (caller: Caller) =>
      call(caller, 'orders.setAddress', { orderId: (await ownOf(caller)).orderId, ...CHIANG_MAI }),
  },
];
