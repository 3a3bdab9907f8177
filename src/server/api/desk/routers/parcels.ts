import {
  markShippedInput,
  orderIdInput,
  parcelListInput,
  parcelPreviewInput,
  refundParcelInput,
  resendParcelInput,
} from '@/schemas/desk';
import { previewParcels, readParcels } from '../../../desk/parcels';
import { markDelivered, markShipped, retryParcel } from '../../../operator/parcel';
import { refundParcel, resendParcel } from '../../../operator/parcel-loss';
import { router } from '../../trpc';
import { staffProcedure } from '../procedures';

export const parcelsRouter = router({
  list: staffProcedure('parcels.read')
    .input(parcelListInput)
    .query(({ ctx, input }) => readParcels(ctx, input.list)),
  preview: staffProcedure('parcels.change')
    .input(parcelPreviewInput)
    .query(({ ctx, input }) => previewParcels(ctx, input.orderIds)),
  retry: staffProcedure('parcels.change')
    .input(orderIdInput)
    .mutation(({ ctx, input }) => retryParcel(ctx, input.orderId)),
  markShipped: staffProcedure('parcels.change')
    .input(markShippedInput)
    .mutation(({ ctx, input }) => markShipped(ctx, input.orderId, input)),
  markDelivered: staffProcedure('parcels.change')
    .input(orderIdInput)
    .mutation(({ ctx, input }) => markDelivered(ctx, input.orderId)),
  resend: staffProcedure('parcels.change')
    .input(resendParcelInput)
    .mutation(({ ctx, input }) => resendParcel(ctx, input, input)),
  refund: staffProcedure('money.refund')
    .input(refundParcelInput)
    .mutation(({ ctx, input }) => refundParcel(ctx, input, input.amount ?? null)),
});
