import { addCardInput, deleteCardInput, updateCardInput } from '@/schemas/cards';
import { convertCardInput, makeLinkInput, payLinkInput } from '@/schemas/payments';
import { addCard } from '../../payments/add-card';
import { updateCard } from '../../payments/change-card';
import { convertToCard } from '../../payments/convert-card';
import { convertToOffline } from '../../payments/convert-offline';
import { deleteCard } from '../../payments/delete-card';
import { nextQr } from '../../payments/next-qr';
import { showPayLink } from '../../payments/pay-page';
import { requestPaymentLink } from '../../payments/request-link';
import { checkCardExpiry, showCards } from '../../payments/show-cards';
import { accountProcedure, asAccount, procedureNamed, publicProcedure, router } from '../trpc';

export const paymentsRouter = router({
  cards: accountProcedure.query(({ ctx }) => showCards(ctx, ctx.accountId)),
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
