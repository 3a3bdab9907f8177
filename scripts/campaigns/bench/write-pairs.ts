import { addDays, type Day } from '@/domain/day';
import { trpcMutation, type Asked } from './requests';

/** A subscriber (people.ts) with a session who sends writes. */
export interface Writer {
  cookie: string;
  /** The id of the first upcoming order. */
  orderId: string;
  cardIds: [string, string];
  nextPayment: Day;
  today: Day;
}

/** A write request, with its name in the tables. */
export interface WriteRequest {
  write: string;
  asked: Asked;
}

type WritePair = (writer: Writer) => [name: string, input: unknown][];

const box = (...codes: string[]) => ({
  items: codes.map((productCode) => ({ productCode, quantity: 1 })),
});

const place = (district: string, province: string, postalCode: string) => ({
  address: '1 Soi Sukhumvit 26',
  district,
  province,
  postalCode,
});

/** Returns another payment day: the next day, or the previous day from 28 on. */
const neighbour = (paymentDay: number) => (paymentDay < 28 ? paymentDay + 1 : paymentDay - 1);

/**
 * Pairs of writes that charge nothing. The second write reverses the first, so that every repetition changes
 * rows. A subscriber repeats only one pair.
 */
const WRITE_PAIRS: WritePair[] = [
  ({ orderId }) => [
    ['orders.skip', { orderId, skip: true }],
    ['orders.skip', { orderId, skip: false }],
  ],
  () => [
    ['subscription.changeBox', box('light-day-pads', 'night-pads-xl')],
    ['subscription.changeBox', box('day-pads', 'night-pads', 'panty-liners')],
  ],
  ({ nextPayment }) => [
    ['subscription.changeFrequency', { frequency: 2, after: nextPayment }],
    ['subscription.changeFrequency', { frequency: 1, after: nextPayment }],
  ],
  ({ nextPayment }) => {
    const paymentDay = Number(nextPayment.slice(8));
    return [
      ['subscription.changePaymentDay', { paymentDay: neighbour(paymentDay) }],
      ['subscription.changePaymentDay', { paymentDay }],
    ];
  },
  ({ today }) => [
    ['subscription.cancel', { reason: 'buyWhenNeed', comment: 'for a while' }],
    ['subscription.reactivate', { when: addDays(today, 30), frequency: 1 }],
  ],
  () => [
    ['account.updateDetails', { firstName: 'Malee', phone: '0898765432' }],
    ['account.updateDetails', { firstName: 'Mali', phone: '0812345678' }],
  ],
  () => [
    ['account.updateAddress', place('Mueang Chiang Mai', 'Chiang Mai', '50200')],
    ['account.updateAddress', place('Khlong Toei', 'Bangkok', '10110')],
  ],
  ({ cardIds: [first, second] }) => [
    ['payments.updateCard', { cardId: second, makeDefault: true }],
    ['payments.updateCard', { cardId: first, makeDefault: true }],
  ],
];

const requestsOf = (pair: WritePair, writer: Writer): WriteRequest[] =>
  pair(writer).map(([write, input]) => ({
    write,
    asked: { ...trpcMutation(write, input), cookie: writer.cookie },
  }));

/** Returns the number of subscribers that `assignWrites` needs. */
export const writersFor = (each: number): number => each * (WRITE_PAIRS.length + 1);

/**
 * Assigns writes to the subscribers, so that `each` subscribers repeat every write.
 * @returns groups of `each` subscribers, with the requests that each subscriber repeats
 */
export function assignWrites(writers: readonly Writer[], each: number): WriteRequest[][][] {
  let taken = 0;
  return WRITE_PAIRS.flatMap((pair) => {
    const writes = new Set(pair(writers[0] as Writer).map(([write]) => write)).size;
    return Array.from({ length: writes }, () => {
      taken += each;
      return writers.slice(taken - each, taken).map((writer) => requestsOf(pair, writer));
    });
  });
}
