import type { TokenScope } from '@/domain/api-token';
import { nothingAnswer } from '@/schemas/answers/parts';
import { codeAnswer, parcelAnswer, refundAnswer, resentAnswer } from '@/schemas/answers/commands';
import { skipAnswer } from '@/schemas/answers/orders';
import { cancelAnswer, subscriptionViewAnswer } from '@/schemas/answers/subscription';
import {
  codeInput,
  correctNumberInput,
  createCodeInput,
  markShippedInput,
  orderIdInput,
  refundOrderInput,
  reportParcelInput,
  resendParcelInput,
} from '@/schemas/desk';
import {
  addNoteInput,
  changeContactInput,
  changePlanInput,
  deskActInput,
  deskCancelInput,
  deskMoveInput,
  deskPauseInput,
  deskPointsInput,
  deskSkipInput,
} from '@/schemas/desk-subscribers';
import { createCode, endCode } from '../../desk/acts/codes';
import {
  correctNumber,
  markDelivered,
  markShipped,
  reportParcel,
  retryParcel,
  type ParcelAct,
} from '../../desk/acts/parcel';
import { resendParcel } from '../../desk/acts/parcel-loss';
import { refund } from '../../desk/acts/refund';
import { tryPaymentNow } from '../../desk/acts/try-payment';
import { changeForCaller } from '../../desk/reads/change-for-caller';
import { addNote, noteOnOrder, onBehalf } from '../../desk/reads/notes';
import { endAllSessions } from '../../login/sessions';
import { sendLinkAgain } from '../../money/payment-links/send-link-again';
import { addApologyPoints } from '../../shop/rewards/apologise';
import { cancelSubscription } from '../../subscriber/plan/cancel';
import {
  moveOrder,
  pauseSubscription,
  resumeSubscription,
  skipOrder,
} from '../../subscriber/plan/plan-commands';
import type { Refusal } from '../call';
import { answer } from '../call';
import { tokenProcedure } from './procedure';
import { WRITTEN } from './write-examples';

type Path = keyof typeof WRITTEN;

/** Returns the procedure of a command of the desk, with the token as its actor. */
const command = (scope: TokenScope, path: Path, refusals: Refusal[], summary: string, description: string) =>
  tokenProcedure(scope).meta({
    rest: { path: `POST /api/v1/${path}`, summary, description },
    refusals,
    example: WRITTEN[path],
  });

const OF_PERSON = ['OWN_ACCOUNT', 'NOT_FOUND', 'NOT_ALLOWED'] as const;
const OF_PLAN = [...OF_PERSON, 'STALE', 'PAYMENT_PENDING', 'NOT_ACTIVE'] as const;

/** Returns the result of an act on a parcel. A program cannot take it back. */
const resultOf = <Result>({ result }: ParcelAct<Result>) => result;

/** The commands of the desk that programs may give. Their use cases decide and write the audit. */
export const WRITES = {
  changeSubscriber: command(
    'subscribers:write',
    'subscribers/change',
    [...OF_PERSON, 'EMAIL_TAKEN', 'STALE'],
    'Change name, phone or e-mail of a subscriber',
    'The subscriber gets a message. A new e-mail also waits for its link in the new mailbox.',
  )
    .input(changeContactInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await changeForCaller(ctx, ctx.operator, { ...input, preview: false });
      return {};
    }),
  addNote: command(
    'subscribers:write',
    'subscribers/notes',
    OF_PERSON.slice(),
    'Add a note about a subscriber',
    'Only the team reads it. It is erased with the account.',
  )
    .input(addNoteInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await addNote(ctx, ctx.operator, input);
      return {};
    }),
  endSessions: command(
    'subscribers:write',
    'subscribers/end-sessions',
    OF_PERSON.slice(),
    'Log a subscriber out of all devices',
    'A `reason` becomes a note about the subscriber.',
  )
    .input(deskActInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input: { accountId, reason } }) => {
      await endAllSessions(ctx, accountId, onBehalf(ctx.operator, accountId, reason));
      return {};
    }),
  changeSubscription: command(
    'subscriptions:write',
    'subscriptions/change',
    [...OF_PLAN, 'BOX_INVALID', 'POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'DATE_OUT_OF_RANGE'],
    'Change box, frequency, payment day or address',
    'The subscriber gets a message. `version` is the one that the program last read.',
  )
    .input(changePlanInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(async ({ ctx, input }) => {
      const { after } = await changeForCaller(ctx, ctx.operator, { ...input, preview: false });
      if (!after) throw new Error('a change of a plan has no plan');
      return after;
    }),
  pause: command(
    'subscriptions:write',
    'subscriptions/pause',
    [...OF_PLAN, 'DATE_OUT_OF_RANGE'],
    'Pause or resume a subscription',
    'The first day after the pause is `until`; null resumes.',
  )
    .input(deskPauseInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input: { accountId, reason, until, ...options } }) => {
      const change = { ...options, by: onBehalf(ctx.operator, accountId, reason) };
      return until === null
        ? resumeSubscription(ctx, accountId, change)
        : pauseSubscription(ctx, accountId, { until, ...change });
    }),
  cancel: command(
    'subscriptions:write',
    'subscriptions/cancel',
    [...OF_PERSON, 'ALREADY_CANCELLED', 'REASON_INVALID'],
    'Cancel a subscription',
    'One of the cancel reasons is `why`. A `reason` becomes a note about the subscriber.',
  )
    .input(deskCancelInput)
    .output(answer(cancelAnswer))
    .mutation(({ ctx, input: { accountId, why, reason } }) =>
      cancelSubscription(ctx, accountId, { reason: why, by: onBehalf(ctx.operator, accountId, reason) }),
    ),
  skip: command(
    'orders:write',
    'orders/skip',
    [...OF_PERSON, 'SKIP_TOO_LATE', 'ORDER_NOT_UPCOMING', 'ORDER_NOT_FOUND', 'PAYMENT_PENDING'],
    'Skip an upcoming order, or un-skip it',
    'Until two days before its payment date.',
  )
    .input(deskSkipInput)
    .output(answer(skipAnswer))
    .mutation(({ ctx, input: { accountId, reason, ...change } }) =>
      skipOrder(ctx, accountId, { ...change, by: onBehalf(ctx.operator, accountId, reason) }),
    ),
  move: command(
    'orders:write',
    'orders/move',
    [...OF_PLAN, 'SKIP_TOO_LATE', 'ORDER_NOT_UPCOMING', 'ORDER_NOT_FOUND', 'DATE_OUT_OF_RANGE'],
    'Move an upcoming order to another day',
    'At most 20 days from its planned day. With `preview` nothing is written.',
  )
    .input(deskMoveInput)
    .output(answer(subscriptionViewAnswer))
    .mutation(({ ctx, input: { accountId, reason, ...change } }) =>
      moveOrder(ctx, accountId, { ...change, by: onBehalf(ctx.operator, accountId, reason) }),
    ),
  sendLink: command(
    'payments:write',
    'payments/send-link',
    [...OF_PERSON, 'NOTHING_TO_PAY', 'PAYMENT_PENDING', 'MESSAGE_SENT_RECENTLY', 'MONTHLY_LIMIT'],
    'Send the payment link of the owed order again',
    'Opens a link if none is open.',
  )
    .input(deskActInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input: { accountId, reason } }) => {
      await sendLinkAgain(ctx, accountId, onBehalf(ctx.operator, accountId, reason));
      return {};
    }),
  tryPayment: command(
    'payments:write',
    'payments/try',
    ['OWN_ACCOUNT', 'NOT_FOUND', 'REFUSED'],
    'Try a declined payment again now',
    'The next billing run charges it, within a minute.',
  )
    .input(orderIdInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input }) => {
      await tryPaymentNow(ctx, input.orderId);
      return {};
    }),
  refund: command(
    'refunds:write',
    'refunds',
    ['OWN_ACCOUNT', 'DAILY_LIMIT', 'REFUSED'],
    'Refund a paid order in part or as a whole',
    'All refunds of a token in a day stay within the sum that was set when it was made. `refunded` is the sum of the refunds that the program knows of.',
  )
    .input(refundOrderInput)
    .output(answer(refundAnswer))
    .mutation(async ({ ctx, input: { orderId, note, ...asked } }) => {
      const { refundId, amount, status, left } = await refund(ctx, {
        target: orderId,
        ...asked,
        note: await noteOnOrder(ctx, ctx.operator, orderId, note),
      });
      return { refundId, amount, status, left };
    }),
  addPoints: command(
    'points:write',
    'points',
    [...OF_PERSON, 'STALE', 'DAILY_LIMIT', 'MONTHLY_LIMIT', 'PERSON_LIMIT'],
    'Give points as an apology',
    'The limits are those of a member of the team.',
  )
    .input(deskPointsInput)
    .output(answer(nothingAnswer))
    .mutation(async ({ ctx, input: { accountId, reason, ...given } }) => {
      await addApologyPoints(ctx, accountId, { ...given, by: onBehalf(ctx.operator, accountId, reason) });
      return {};
    }),
  shipped: command(
    'parcels:write',
    'parcels/shipped',
    ['REFUSED'],
    'Mark a parcel as shipped',
    'The subscriber gets a message with its number. `cancelledThere`: it was cancelled at fulfilment.',
  )
    .input(markShippedInput)
    .output(answer(parcelAnswer))
    .mutation(({ ctx, input }) =>
      markShipped(ctx, input.orderId, { ...input, number: input.trackingNumber }).then(resultOf),
    ),
  delivered: command(
    'parcels:write',
    'parcels/delivered',
    ['REFUSED'],
    'Mark a parcel as delivered',
    'It stays so, whatever is reported later.',
  )
    .input(orderIdInput)
    .output(answer(parcelAnswer))
    .mutation(({ ctx, input }) => markDelivered(ctx, input.orderId).then(resultOf)),
  correctNumber: command(
    'parcels:write',
    'parcels/correct-number',
    ['REFUSED'],
    'Correct courier and number of a sent parcel',
    'The subscriber gets a message with the right link.',
  )
    .input(correctNumberInput)
    .output(answer(parcelAnswer))
    .mutation(({ ctx, input }) =>
      correctNumber(ctx, input.orderId, { ...input, number: input.trackingNumber }).then(resultOf),
    ),
  report: command(
    'parcels:write',
    'parcels/report',
    ['REFUSED'],
    'Report a problem of a sent parcel',
    'It is listed at the desk until it is sent again, refunded or dismissed.',
  )
    .input(reportParcelInput)
    .output(answer(parcelAnswer))
    .mutation(({ ctx, input }) => reportParcel(ctx, input.orderId, input.problem).then(resultOf)),
  retry: command(
    'parcels:write',
    'parcels/retry',
    ['REFUSED'],
    'Ask fulfilment for a parcel again',
    'Ends the problem of the parcel.',
  )
    .input(orderIdInput)
    .output(answer(parcelAnswer))
    .mutation(({ ctx, input }) => retryParcel(ctx, input.orderId).then(resultOf)),
  resend: command(
    'parcels:write',
    'parcels/resend',
    ['OWN_ACCOUNT', 'MONTHLY_LIMIT', 'REFUSED'],
    'Replace a lost or damaged parcel',
    'A new parcel, free of charge. `parcel` is the number of the lost one within its order.',
  )
    .input(resendParcelInput)
    .output(answer(resentAnswer))
    .mutation(({ ctx, input: { orderId, parcel, loss, ...options } }) =>
      resendParcel(ctx, { orderId, number: parcel, loss }, options).then(resultOf),
    ),
  createCode: command(
    'codes:write',
    'codes',
    ['MONTHLY_LIMIT', 'REFUSED'],
    'Create a discount code',
    'For the first order of new subscribers.',
  )
    .input(createCodeInput)
    .output(answer(codeAnswer))
    .mutation(({ ctx, input: { code, kind, value, from, until, usesMax } }) =>
      createCode(ctx, {
        code,
        discount: { kind, value },
        from: from ?? null,
        until: until ?? null,
        usesMax: usesMax ?? null,
      }),
    ),
  endCode: command(
    'codes:write',
    'codes/end',
    ['REFUSED'],
    'End a discount code now',
    'Paid orders keep their discount.',
  )
    .input(codeInput)
    .output(answer(codeAnswer))
    .mutation(({ ctx, input }) => endCode(ctx, input.code)),
};
