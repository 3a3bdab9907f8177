import {
  markDelivered,
  markShipped,
  retryParcel,
  type ParcelAct,
  type ParcelResult,
} from '@/server/desk/acts/parcel';
import { PARCEL_LOSSES } from '@/domain/parcel';
import type { OperatorCtx } from '@/server/desk/acts/operator';
import { refundParcel, resendParcel } from '@/server/desk/acts/parcel-loss';
import { done, textOf, UsageError, type Command, type Said, type Values } from './command';
import { amountOf, refundedOf, sayRefund } from './money';

function sayParcel({ result: answer }: ParcelAct<ParcelResult>, verdict: string): Said {
  const { orderId, status, courier, trackingNumber, trackingUrl } = answer;
  const facts = [orderId, status, courier, trackingNumber, trackingUrl].filter((fact) => fact !== null);
  return done(answer, `${facts.join('  ')}\n${verdict}`);
}

async function settleLoss(
  ctx: OperatorCtx,
  { orderId, act }: { orderId: string; act: 'resend' | 'refund' },
  values: Values,
): Promise<Said> {
  const loss = PARCEL_LOSSES.find((reason) => reason === values.reason);
  if (loss === undefined) throw new UsageError('--reason is missing: lost or damaged.');
  const number = Number(textOf(values, 'parcel') ?? '1');
  if (!Number.isInteger(number)) throw new UsageError('--parcel is the number of a parcel, such as 2.');
  const reported = { orderId, number, loss };
  if (act === 'refund') {
    const asked = { amount: amountOf(values), refunded: refundedOf(values) };
    return sayRefund(await refundParcel(ctx, reported, asked));
  }
  if (values.amount !== undefined) throw new UsageError('--amount is for `refund`.');
  const toAccountAddress = values['account-address'] === true;
  const { result: sent } = await resendParcel(ctx, reported, { toAccountAddress });
  const text = `${orderId}  parcel ${sent.number}\nIt is handed to fulfilment within minutes, and its owner is told.`;
  return done(sent, text);
}

export const parcelCommand: Command = {
  usage:
    '<orderId> retry | shipped --courier <name> --number <tracking number> [--cancelled-there] | delivered | ' +
    'resend --reason lost|damaged [--parcel <n>] [--account-address] | refund --reason lost|damaged [--amount <baht> [--refunded <baht>]] [--parcel <n>]',
  about:
    'asks fulfilment again about a parcel on the list of `stuck`, notes what was done by hand, or sends again or ' +
    'refunds a lost or damaged parcel',
  options: {
    courier: { type: 'string' },
    number: { type: 'string' },
    reason: { type: 'string' },
    amount: { type: 'string' },
    refunded: { type: 'string' },
    parcel: { type: 'string' },
    'account-address': { type: 'boolean' },
    'cancelled-there': { type: 'boolean' },
  },
  words: [2, 2],
  run: async (ctx, [orderId = '', act = ''], values) => {
    if (act === 'retry')
      return sayParcel(await retryParcel(ctx, orderId), 'It is asked for, or about, within a minute.');
    if (act === 'delivered') return sayParcel(await markDelivered(ctx, orderId), 'Noted.');
    if (act === 'resend' || act === 'refund') return settleLoss(ctx, { orderId, act }, values);
    if (act !== 'shipped') throw new UsageError(`There is nothing called ${act} to do with a parcel.`);
    const courier = textOf(values, 'courier')?.trim();
    const number = textOf(values, 'number')?.trim();
    if (!courier || !number) throw new UsageError('--courier and --number are both needed.');
    if (courier.length > 40 || number.length > 60)
      throw new UsageError('A courier or number is never so long.');
    const answer = await markShipped(ctx, orderId, {
      courier,
      number,
      cancelledThere: values['cancelled-there'] === true,
    });
    const link =
      answer.result.trackingUrl === null ? ' The number has not that courier’s form: no link.' : '';
    return sayParcel(answer, `Noted, and its owner is told.${link}`);
  },
};
