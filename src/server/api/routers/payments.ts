import { addCardInput, deleteCardInput, updateCardInput } from '@/schemas/cards';
import { convertCardInput, makeLinkInput, payLinkInput } from '@/schemas/payments';
import { addCard } from '../../payment-method/add-card';
import { updateCard } from '../../payment-method/change-card';
import { convertToCard } from '../../payment-method/convert-card';
import { convertToOffline } from '../../payment-method/convert-offline';
import { deleteCard } from '../../payment-method/delete-card';
import { nextQr } from '../../links/next-qr';
import { showPayLink } from '../../links/pay-page';
import { requestPaymentLink } from '../../links/request-link';
import { checkCardExpiry, listSubscriberCards } from '../../cards/queries';
import { accountProcedure, asAccount, procedureNamed, publicProcedure, router } from '../trpc';

export const paymentsRouter = router({
  cards: accountProcedure.query(({ ctx }) => listSubscriberCards(ctx, ctx.accountId)),
  cardExpiryCheck: accountProcedure.query(({ ctx }) => checkCardExpiry(ctx, ctx.accountId)),
  addCard: procedureNamed('CHECKOUT_FAILED')
    .use(asAccount)
    .input(addCardInput)
    .mutation(({ ctx, input }) => addCard(ctx, ctx.accountId, input)),
  updateCard: procedureNamed('CARD_DEFAULT_FAILED')
    .use(asAccount)
    .input(updateCardInput)
    .mutation(({ ctx, input }) => updateCard(ctx, ctx.accountId, input)),
  deleteCard: procedureNamed('CARD_REMOVE_FAILED')
    .use(asAccount)
    .input(deleteCardInput)
    .mutation(({ ctx, input }) => deleteCard(ctx, ctx.accountId, input)),
  payLink: publicProcedure.input(payLinkInput).query(({ ctx, input }) => showPayLink(ctx, input.token)),
  nextQr: procedureNamed('CHECKOUT_FAILED')
    .input(payLinkInput)
    .mutation(({ ctx, input }) => nextQr(ctx, input.token, ctx.caller.address)),
  requestPaymentLink: procedureNamed('CHECKOUT_FAILED')
    .use(asAccount)
    .input(makeLinkInput)
    .mutation(({ ctx, input }) => requestPaymentLink(ctx, ctx.accountId, input?.expectedTotal)),
  convertToCard: procedureNamed('CONVERT_FAILED')
    .use(asAccount)
    .input(convertCardInput)
    .mutation(({ ctx, input }) => convertToCard(ctx, ctx.accountId, input)),
  convertToOffline: procedureNamed('CONVERT_FAILED', 'paymentMethod')
    .use(asAccount)
    .input(makeLinkInput)
    .mutation(({ ctx, input }) => convertToOffline(ctx, ctx.accountId, input?.expectedTotal)),
});
