import { orderLinkInput, repairByCardInput, repairByQrInput } from '@/schemas/order-links';
import { doOneTap, showOneTap } from '../../order-links/one-tap';
import { giveUpOrder } from '../../order-links/give-up';
import { repairByCard } from '../../order-links/repair-by-card';
import { repairByQr } from '../../order-links/repair-by-qr';
import { showRepair } from '../../order-links/repair-page';
import { asReader, procedureNamed, publicProcedure, router } from '../trpc';

/**
 * The calls of links in messages. The token is the access control: they need no session and
 * start none. A session of the owner only lets a card be saved.
 */
export const orderLinksRouter = router({
  repair: publicProcedure
    .use(asReader)
    .input(orderLinkInput)
    .query(({ ctx, input }) => showRepair(ctx, input.token)),
  repairByQr: procedureNamed('CHECKOUT_FAILED')
    .use(asReader)
    .input(repairByQrInput)
    .mutation(({ ctx, input: { token, expectedTotal } }) =>
      repairByQr(ctx, token, { expectedTotal, address: ctx.caller.address }),
    ),
  repairByCard: procedureNamed('CHECKOUT_FAILED')
    .use(asReader)
    .input(repairByCardInput)
    .mutation(({ ctx, input: { token, ...card } }) => repairByCard(ctx, token, card)),
  giveUp: procedureNamed('UPDATE_FAILED')
    .use(asReader)
    .input(orderLinkInput)
    .mutation(({ ctx, input }) => giveUpOrder(ctx, input.token, ctx.caller.address)),
  oneTap: publicProcedure.input(orderLinkInput).query(({ ctx, input }) => showOneTap(ctx, input.token)),
  doOneTap: procedureNamed('UPDATE_FAILED')
    .input(orderLinkInput)
    .mutation(({ ctx, input }) => doOneTap(ctx, input.token, ctx.caller.address)),
});
