import {
  askRefundInput,
  askForRestInput,
  bookForOrderInput,
  bookTransferInput,
  correctDisputeInput,
  decideDisputeInput,
  disputeDeadlineInput,
  disputeIdInput,
  refundTransferInput,
  monthInput,
  previewCorrectionInput,
  previewRefundInput,
  confirmRefundInput,
  slipIdInput,
  takeRefundInput,
  refundInput,
  refundOrderInput,
  shortageLimitInput,
  statementIdInput,
  statementInput,
  transferIdInput,
} from '@/schemas/desk';
import { readBookkeeping } from '../../../desk/reads/bookkeeping';
import { readSlipPicture } from '../../../desk/reads/order-cards';
import { noteOnOrder } from '../../../desk/reads/notes';
import { proposeOrders } from '../../../desk/reads/transfer-proposals';
import { previewRefund } from '../../../desk/reads/refund-preview';
import { askForRest } from '../../../desk/acts/ask-for-rest';
import { askOwnerToRefund } from '../../../desk/acts/ask-owner';
import {
  bookForOrder,
  refundTransfer,
  setShortageLimit,
  shortageLimit,
} from '../../../desk/acts/decide-transfer';
import { confirmTransfer } from '../../../desk/acts/confirm-transfer';
import { correctDispute } from '../../../desk/acts/correct-dispute';
import { decideDispute, setDisputeDeadline } from '../../../desk/acts/dispute';
import { makeEvidence } from '../../../desk/reads/dispute-evidence';
import { readDisputes } from '../../../desk/reads/disputes';
import {
  bookStatement,
  listImports,
  previewStatement,
  readImport,
} from '../../../desk/acts/statement-imports';
import { readProgress } from '../../../desk/acts/statement-progress';
import { confirmRefund, refund, takeRefund } from '../../../desk/acts/refund';
import { router } from '../../trpc';
import { staffProcedure, statementProcedure } from '../procedures';

/** Money that comes in and goes back. */
export const moneyRouter = router({
  importStatement: statementProcedure('money.book')
    .input(statementInput)
    .mutation(({ ctx, input }) => bookStatement(ctx, input)),
  previewStatement: statementProcedure('money.book')
    .input(statementInput)
    .mutation(({ ctx, input }) => previewStatement(ctx, input)),
  statementProgress: staffProcedure('money.book').query(({ ctx }) => readProgress(ctx)),
  statementImports: staffProcedure('money.book').query(({ ctx }) => listImports(ctx)),
  statementImport: staffProcedure('money.book')
    .input(statementIdInput)
    .query(({ ctx, input }) => readImport(ctx, input.importId)),
  bookTransfer: staffProcedure('money.book')
    .input(bookTransferInput)
    .mutation(({ ctx, input }) =>
      confirmTransfer(ctx, {
        target: input.target,
        amount: input.amount,
        paidOn: input.paidOn ?? null,
        line: input.transferId ?? null,
      }),
    ),
  proposeOrders: staffProcedure('money.book')
    .input(transferIdInput)
    .query(({ ctx, input }) => proposeOrders(ctx, input.transferId)),
  bookForOrder: staffProcedure('money.book')
    .input(bookForOrderInput)
    .mutation(({ ctx, input }) => bookForOrder(ctx, { ...input, why: input.why ?? '' })),
  refundTransfer: staffProcedure('money.refund')
    .input(refundTransferInput)
    .mutation(({ ctx, input }) => refundTransfer(ctx, { ...input, orderId: input.orderId ?? null })),
  askForRest: staffProcedure('money.book')
    .input(askForRestInput)
    .mutation(({ ctx, input }) => askForRest(ctx, input)),
  shortageLimit: staffProcedure('money.read').query(({ ctx }) => shortageLimit(ctx.db)),
  setShortageLimit: staffProcedure('money.correct')
    .input(shortageLimitInput)
    .mutation(({ ctx, input }) => setShortageLimit(ctx, input.amount)),
  refund: staffProcedure('money.refund')
    .input(refundInput)
    .mutation(({ ctx, input }) => refund(ctx, { ...input, amount: input.amount ?? null })),
  previewRefund: staffProcedure('money.read')
    .input(previewRefundInput)
    .query(({ ctx, input }) => previewRefund(ctx, ctx.member.staffId, input)),
  refundOrder: staffProcedure('money.refundOrder')
    .input(refundOrderInput)
    .mutation(async ({ ctx, input: { orderId, note, ...asked } }) =>
      refund(ctx, {
        target: orderId,
        ...asked,
        note: await noteOnOrder(ctx, ctx.operator, orderId, note),
      }),
    ),
  askOwnerToRefund: staffProcedure('money.refundOrder')
    .input(askRefundInput)
    .mutation(async ({ ctx, input: { note, ...asked } }) =>
      askOwnerToRefund(ctx, {
        ...asked,
        note: await noteOnOrder(ctx, ctx.operator, asked.orderId, note),
      }),
    ),
  slipPicture: staffProcedure('money.read')
    .input(slipIdInput)
    .query(({ ctx, input }) => readSlipPicture(ctx, input.slipId)),
  takeRefund: staffProcedure('money.refund')
    .input(takeRefundInput)
    .mutation(({ ctx, input }) => takeRefund(ctx, input)),
  confirmRefund: staffProcedure('money.refund')
    .input(confirmRefundInput)
    .mutation(({ ctx, input: { refundId, reference } }) => confirmRefund(ctx, refundId, reference)),
  decideDispute: staffProcedure('money.refund')
    .input(decideDisputeInput)
    .mutation(({ ctx, input }) => decideDispute(ctx, input)),
  disputes: staffProcedure('money.read').query(({ ctx }) => readDisputes(ctx)),
  setDisputeDeadline: staffProcedure('money.book')
    .input(disputeDeadlineInput)
    .mutation(({ ctx, input: { disputeId, answerBy } }) =>
      setDisputeDeadline(ctx, { target: disputeId, answerBy }),
    ),
  disputeEvidence: staffProcedure('money.refund')
    .input(disputeIdInput)
    .mutation(({ ctx, input }) => makeEvidence(ctx, input.disputeId)),
  previewCorrection: staffProcedure('money.correct')
    .input(previewCorrectionInput)
    .query(({ ctx, input }) => correctDispute(ctx, { ...input, why: '', preview: true })),
  correctDispute: staffProcedure('money.correct')
    .input(correctDisputeInput)
    .mutation(({ ctx, input }) => correctDispute(ctx, input)),
  bookkeeping: staffProcedure('books.use')
    .input(monthInput.partial())
    .query(({ ctx, input }) => readBookkeeping(ctx, input.month)),
});
