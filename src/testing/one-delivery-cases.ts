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
    graphql: 'orderNow',
    input: () => ({ later: 'restart' }),
    prepare: payYesterday,
  },
  {
    graphql: 'moveOrder',
    input: ({ orderId }: Own) => ({ orderId, date: '2026-12-24' }),
  },
  {
    graphql: 'changeOrderBox',
    input: ({ orderId }: Own) => ({ orderId, items: ITEMS }),
  },
  {
    graphql: 'useUsualBox',
    input: ({ orderId }: Own) => ({ orderId }),
    prepare: async (caller: Caller) =>
      call(caller, 'orders.changeBox', { orderId: (await ownOf(caller)).orderId, items: ITEMS }),
  },
  {
    graphql: 'setOrderAddress',
    input: ({ orderId }: Own) => ({ orderId, ...CHIANG_MAI }),
  },
  {
    graphql: 'useUsualAddress',
    input: ({ orderId }: Own) => ({ orderId }),
    prepare: async (caller: Caller) =>
      call(caller, 'orders.setAddress', { orderId: (await ownOf(caller)).orderId, ...CHIANG_MAI }),
  },
];
