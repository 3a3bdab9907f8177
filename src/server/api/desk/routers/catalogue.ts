import {
  changeTextsInput,
  priceChangeInput,
  productInput,
  rehearseInput,
  savePricesInput,
  setSoldInput,
} from '@/schemas/desk-catalogue';
import { countHolders, readCatalogue, readPriceChange } from '../../../desk/reads/catalogue';
import { changeTexts, setSold } from '../../../desk/acts/change-product';
import { requestRehearsal } from '../../../desk/acts/prices/request-rehearsal';
import { savePrices } from '../../../desk/acts/prices/save-prices';
import { withdrawPrices } from '../../../desk/acts/prices/withdraw-prices';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const reading = staffProcedure('catalogue.read');
const changing = staffProcedure('catalogue.change');

/** Products, prices, delivery fees, and the rehearsals of their changes. */
export const catalogueRouter = router({
  read: reading.query(({ ctx }) => readCatalogue(ctx)),
  priceChange: reading
    .input(priceChangeInput)
    .query(({ ctx, input }) => readPriceChange(ctx, input.changeId)),
  holders: reading.input(productInput).query(({ ctx, input }) => countHolders(ctx, input.code)),
  changeTexts: changing.input(changeTextsInput).mutation(({ ctx, input }) => changeTexts(ctx, input)),
  setSold: changing.input(setSoldInput).mutation(({ ctx, input }) => setSold(ctx, input)),
  rehearse: changing
    .input(rehearseInput)
    .mutation(({ ctx, input }) => requestRehearsal(ctx, { ...input, from: input.from ?? null })),
  savePrices: changing.input(savePricesInput).mutation(({ ctx, input }) => savePrices(ctx, input)),
  withdrawPrices: changing.input(savePricesInput).mutation(({ ctx, input }) => withdrawPrices(ctx, input)),
});
