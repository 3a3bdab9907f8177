import {
  correctNumberInput,
  markShippedInput,
  offerSubstituteInput,
  orderIdInput,
  parcelListInput,
  parcelPapersInput,
  parcelPreviewInput,
  recordStockInput,
  refundParcelInput,
  reportParcelInput,
  resendParcelInput,
  retryProblemInput,
  substituteCountInput,
  takeBackParcelInput,
} from '@/schemas/desk';
import type { ParcelLoss } from '@/domain/parcel';
import { previewParcels, readParcels } from '../../../desk/reads/parcels';
import {
  correctNumber,
  markDelivered,
  markShipped,
  reportParcel,
  retryParcel,
  retryProblem,
} from '../../../desk/acts/parcel';
import { countToAsk, offerSubstitute } from '../../../desk/acts/offer-substitute';
import { recordStock } from '../../../desk/acts/record-stock';
import { readStock } from '../../../desk/reads/stock';
import { readPapers } from '../../../desk/reads/parcel-papers';
import { refundParcel, resendParcel } from '../../../desk/acts/parcel-loss';
import { takeBackParcel } from '../../../desk/acts/parcel-undo';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

const reportedIn = ({ orderId, parcel, loss }: { orderId: string; parcel: number; loss: ParcelLoss }) => ({
  orderId,
  loss,
  number: parcel,
});

export const parcelsRouter = router({
  list: staffProcedure('parcels.read')
    .input(parcelListInput)
    .query(({ ctx, input }) => readParcels(ctx, input)),
  stock: staffProcedure('parcels.read').query(({ ctx }) => readStock(ctx)),
  recordStock: staffProcedure('parcels.change')
    .input(recordStockInput)
    .mutation(({ ctx, input }) => recordStock(ctx, ctx.member.staffId, input)),
  substituteCount: staffProcedure('subscribers.writeToGroup')
    .input(substituteCountInput)
    .query(({ ctx, input }) => countToAsk(ctx, input.from)),
  offerSubstitute: staffProcedure('subscribers.writeToGroup')
    .input(offerSubstituteInput)
    .mutation(({ ctx, input }) => offerSubstitute(ctx, input)),
  preview: staffProcedure('parcels.change')
    .input(parcelPreviewInput)
    .query(({ ctx, input }) => previewParcels(ctx, input.orders)),
  papers: staffProcedure('parcels.change')
    .input(parcelPapersInput)
    .query(({ ctx, input }) => readPapers(ctx, input)),
  correctNumber: staffProcedure('parcels.change')
    .input(correctNumberInput)
    .mutation(({ ctx, input }) =>
      correctNumber(ctx, input.orderId, { ...input, number: input.trackingNumber }),
    ),
  report: staffProcedure('parcels.change')
    .input(reportParcelInput)
    .mutation(({ ctx, input }) => reportParcel(ctx, input.orderId, input.problem)),
  retryProblem: staffProcedure('parcels.change')
    .input(retryProblemInput)
    .mutation(({ ctx, input }) => retryProblem(ctx, input.problem)),
  retry: staffProcedure('parcels.change')
    .input(orderIdInput)
    .mutation(({ ctx, input }) => retryParcel(ctx, input.orderId)),
  markShipped: staffProcedure('parcels.change')
    .input(markShippedInput)
    .mutation(({ ctx, input }) =>
      markShipped(ctx, input.orderId, { ...input, number: input.trackingNumber }),
    ),
  markDelivered: staffProcedure('parcels.change')
    .input(orderIdInput)
    .mutation(({ ctx, input }) => markDelivered(ctx, input.orderId)),
  takeBack: staffProcedure('parcels.change')
    .input(takeBackParcelInput)
    .mutation(({ ctx, input }) => takeBackParcel(ctx, input.undo)),
  resend: staffProcedure('parcels.change')
    .input(resendParcelInput)
    .mutation(({ ctx, input }) => resendParcel(ctx, reportedIn(input), input)),
  refund: staffProcedure('money.refund')
    .input(refundParcelInput)
    .mutation(({ ctx, input }) =>
      refundParcel(ctx, reportedIn(input), { amount: input.amount ?? null, refunded: input.refunded }),
    ),
});
