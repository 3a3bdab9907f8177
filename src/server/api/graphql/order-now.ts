import { LATER_ORDERS } from '@/domain/order-now';
import { orderNowAnswer } from '@/schemas/answers/subscription';
import { builder, EXPECTED_TOTAL, PREVIEW, VERSION, withoutNulls } from './builder';
import { firstOf } from './connections';
import { enumFrom, objectFrom } from './from-schema';
import { OrderConnectionType } from './order-types';
import { OrderAheadType, YEAR_AHEAD } from './types';

const LaterOrdersType = enumFrom('LaterOrders', LATER_ORDERS);

const OrderedNowType = objectFrom('OrderedNow', orderNowAnswer, {
  fields: (t) => ({
    upcomingOrders: t.field({
      type: OrderConnectionType,
      resolve: ({ upcomingOrders }) => firstOf(upcomingOrders, 3),
    }),
    yearAhead: t.field({
      type: [OrderAheadType],
      ...YEAR_AHEAD,
      resolve: ({ yearAhead }) => yearAhead,
    }),
  }),
});

builder.mutationFields((t) => ({
  orderNow: t.field({
    nullable: true,
    type: OrderedNowType,
    args: {
      later: t.arg({
        type: LaterOrdersType,
        description: 'keep: the later orders keep their dates (default). restart: they follow today.',
      }),
      expectedTotal: t.arg.int(EXPECTED_TOTAL),
      preview: t.arg.boolean(PREVIEW),
      version: t.arg.int(VERSION),
    },
    resolve: (_root, args, { api }) => api.orders.orderNow(withoutNulls(args)),
  }),
}));
