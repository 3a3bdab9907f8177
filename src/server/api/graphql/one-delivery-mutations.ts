import { builder, PREVIEW, SHOWN_TOTAL, VERSION, withoutNulls } from './builder';
import { SubscriptionViewType } from './mutations';
import { BoxItemInput } from './types';

/* Changes of one delivery. The subscription stays as it is. */
builder.mutationFields((t) => {
  const change = {
    preview: t.arg.boolean(PREVIEW),
    version: t.arg.int(VERSION),
    expectedTotal: t.arg.int(SHOWN_TOTAL),
  };
  return {
    changeOrderBox: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: {
        orderId: t.arg.id({ required: true, description: 'The next order that is not skipped.' }),
        items: t.arg({ type: [BoxItemInput], required: true }),
        ...change,
      },
      resolve: (_root, args, { api }) => api.orders.changeBox(withoutNulls(args)),
    }),
    useUsualBox: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: { orderId: t.arg.id({ required: true }), ...change },
      resolve: (_root, args, { api }) => api.orders.useUsualBox(withoutNulls(args)),
    }),
    setOrderAddress: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: {
        orderId: t.arg.id({ required: true }),
        address: t.arg.string({ required: true }),
        subdistrict: t.arg.string(),
        district: t.arg.string(),
        province: t.arg.string({ required: true }),
        postalCode: t.arg.string({ required: true }),
        ...change,
      },
      resolve: (_root, args, { api }) => api.orders.setAddress(withoutNulls(args)),
    }),
    useUsualAddress: t.field({
      nullable: true,
      type: SubscriptionViewType,
      args: { orderId: t.arg.id({ required: true }), ...change },
      resolve: (_root, args, { api }) => api.orders.useUsualAddress(withoutNulls(args)),
    }),
  };
});
