import { addCardInput, deleteCardInput, updateCardInput } from '@/schemas/cards';
import { addCard } from '../../payments/add-card';
import { updateCard } from '../../payments/change-card';
import { deleteCard } from '../../payments/delete-card';
import { checkCardExpiry, showCards } from '../../payments/show-cards';
import { accountProcedure, asAccount, procedureNamed, router } from '../trpc';

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
});
