import { markDelivered, markShipped, retryParcel, type ParcelAnswer } from '@/server/ops/parcel';
import { done, textOf, UsageError, type Command, type Said } from './command';

function sayParcel(answer: ParcelAnswer, verdict: string): Said {
  const { orderId, status, courier, trackingNumber, trackingUrl } = answer;
  const facts = [orderId, status, courier, trackingNumber, trackingUrl].filter((fact) => fact !== null);
  return done(answer, `${facts.join('  ')}\n${verdict}`);
}

export const parcelCommand: Command = {
  usage: '<orderId> retry | shipped --courier <name> --number <tracking number> | delivered',
  about: 'asks fulfilment again about a parcel on the list of `stuck`, or notes what was done by hand',
  options: { courier: { type: 'string' }, number: { type: 'string' } },
  words: [2, 2],
  run: async (ctx, [orderId = '', act = ''], values) => {
    if (act === 'retry')
      return sayParcel(await retryParcel(ctx, orderId), 'It is asked for, or about, within a minute.');
    if (act === 'delivered') return sayParcel(await markDelivered(ctx, orderId), 'Noted.');
    if (act !== 'shipped') throw new UsageError(`There is nothing called ${act} to do with a parcel.`);
    const courier = textOf(values, 'courier')?.trim();
    const number = textOf(values, 'number')?.trim();
    if (!courier || !number) throw new UsageError('--courier and --number are both needed.');
    if (courier.length > 40 || number.length > 60)
      throw new UsageError('A courier or number is never so long.');
    const answer = await markShipped(ctx, orderId, { courier, number });
    const link = answer.trackingUrl === null ? ' The number has not that courier’s form: no link.' : '';
    return sayParcel(answer, `Noted, and its owner is told.${link}`);
  },
};
