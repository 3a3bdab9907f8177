import { z } from 'zod';
import { postalCodeField } from '@/schemas/fields';
import {
  findAddresses,
  listEveryPlan,
  listEveryProduct,
  listPlans,
  listProducts,
} from '../../catalogue/queries';
import { listStoreProducts } from '../../catalogue/store';
import { getSettings, getToday } from '../../catalogue/site';
import { publicProcedure, router } from '../trpc';

export const catalogueRouter = router({
  products: publicProcedure.query(({ ctx }) => listProducts(ctx)),
  plans: publicProcedure.query(({ ctx }) => listPlans(ctx)),
  everyProduct: publicProcedure.query(({ ctx }) => listEveryProduct(ctx)),
  everyPlan: publicProcedure.query(({ ctx }) => listEveryPlan(ctx)),
  addresses: publicProcedure
    .input(z.strictObject({ postalCode: postalCodeField }))
    .query(({ ctx, input }) => findAddresses(ctx, input.postalCode)),
  store: publicProcedure.query(({ ctx }) => listStoreProducts(ctx)),
  settings: publicProcedure.query(({ ctx }) => getSettings(ctx)),
  today: publicProcedure.query(({ ctx }) => getToday(ctx)),
});
