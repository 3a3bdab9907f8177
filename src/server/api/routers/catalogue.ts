import { z } from 'zod';
import { postalCodeField } from '@/schemas/fields';
import { findAddresses, listPlans, listProducts } from '../../catalogue/shown';
import { getSettings, getToday } from '../../catalogue/site';
import { publicProcedure, router } from '../trpc';

export const catalogueRouter = router({
  products: publicProcedure.query(({ ctx }) => listProducts(ctx)),
  plans: publicProcedure.query(({ ctx }) => listPlans(ctx)),
  addresses: publicProcedure
    .input(z.strictObject({ postalCode: postalCodeField }))
    .query(({ ctx, input }) => findAddresses(ctx, input.postalCode)),
  settings: publicProcedure.query(({ ctx }) => getSettings(ctx)),
  today: publicProcedure.query(({ ctx }) => getToday(ctx)),
});
