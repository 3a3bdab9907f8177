import { bankLinkStartAnswer } from '@/schemas/answers/payments';
import { nothingAnswer } from '@/schemas/answers/parts';
import {
  bankAccountInput,
  makeLinkInput,
  payAtBankLinkInput,
  payLinkInput,
  startBankLinkInput,
} from '@/schemas/payments';
import { removeBankAccount } from '../../money/bank-accounts/delete-link';
import {
  getBankAccounts,
  payFirstAtLink,
  payFirstByBankAccount,
  showBankLink,
  startBankLink,
} from '../../money/checkout/bank-link';
import { answer } from '../call';
import {
  accountProcedure,
  accountProcedureNamed,
  asReader,
  procedureNamed,
  publicProcedure,
  router,
} from '../trpc';
import { EXPECTED_TOTAL } from './arguments';
import { BANK_ACCOUNT_ID, LINK_TOKEN } from './examples';

export const bankAccountsRouter = router({
  mine: accountProcedure.meta({ who: 'logged_in' }).query(({ ctx }) => getBankAccounts(ctx, ctx.accountId)),
  start: accountProcedureNamed('BANK_LINK_FAILED')
    .meta({
      who: 'logged_in',
      graphql: {
        mutation: 'linkBankAccount',
        description: 'Starts the link of a bank account: kbank, scb, ktb or bay.',
        args: {
          expectedTotal: `Only while registering: the total of the first order, which the account then pays. ${EXPECTED_TOTAL}`,
        },
      },
      refusals: ['BANK_LINK_FAILED', 'TOTAL_CHANGED', 'NOT_ALLOWED', 'THROTTLED'],
      example: {
        input: { bank: 'scb' },
        data: {
          bankAccountId: BANK_ACCOUNT_ID,
          registrationUri: 'https://pay.omise.co/linked_accounts/lnac_test_5xyz',
          expiresAt: '2026-11-21T03:10:00.000Z',
        },
      },
    })
    .input(startBankLinkInput)
    .output(answer(bankLinkStartAnswer))
    .mutation(async ({ ctx, input }) => {
      const { expiresAt, ...started } = await startBankLink(ctx, ctx.accountId, {
        ...input,
        locale: ctx.locale,
      });
      return { ...started, expiresAt: expiresAt.toISOString() };
    }),
  remove: accountProcedureNamed('UPDATE_FAILED')
    .meta({
      who: 'subscriber',
      graphql: { mutation: 'removeBankAccount', type: 'Boolean' },
      refusals: ['NOT_FOUND', 'BANK_ACCOUNT_IN_USE'],
      example: { input: { bankAccountId: BANK_ACCOUNT_ID }, data: {} },
    })
    .input(bankAccountInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await removeBankAccount(ctx, ctx.accountId, input);
      return {};
    }),
  payFirst: accountProcedureNamed('CHECKOUT_FAILED')
    .meta({ who: 'registering', example: { input: {} } })
    .input(makeLinkInput)
    .mutation(({ ctx, input }) => payFirstByBankAccount(ctx, ctx.accountId, input?.expectedTotal)),
  link: publicProcedure
    .use(asReader)
    .meta({ who: 'link', example: { input: { token: LINK_TOKEN } } })
    .input(payLinkInput)
    .query(({ ctx, input }) => showBankLink(ctx, input.token)),
  payAtLink: procedureNamed('CHECKOUT_FAILED')
    .use(asReader)
    .meta({ who: 'link', example: { input: { token: LINK_TOKEN, expectedTotal: 37_525 } } })
    .input(payAtBankLinkInput)
    .mutation(({ ctx, input }) => payFirstAtLink(ctx, input.token, input.expectedTotal)),
});
