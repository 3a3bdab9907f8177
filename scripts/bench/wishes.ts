import { addDays, type Day } from '@/domain/day';
import { trpcMutation, type Asked } from './requests';

/** A subscriber written by people.ts, signed in, who writes. */
export interface Writer {
  cookie: string;
  /** The first upcoming order. */
  orderId: string;
  cardIds: [string, string];
  nextPayment: Day;
  today: Day;
}

/** One write: its name in the tables, and the request. */
export interface Turn {
  write: string;
  asked: Asked;
}

type Wishes = (writer: Writer) => [name: string, input: unknown][];

const box = (...codes: string[]) => ({
  items: codes.map((productCode) => ({ productCode, quantity: 1 })),
});

const place = (district: string, province: string, postalCode: string) => ({
  address: '1 Soi Sukhumvit 26',
  district,
  province,
  postalCode,
});

/** A neighbour of a payment day that every month has. */
const neighbour = (paymentDay: number) => (paymentDay < 28 ? paymentDay + 1 : paymentDay - 1);

/**
 * What a subscriber writes without anything being charged, and what undoes it, so that it can be repeated for ever and changes
 * something each time. Who does one of these does nothing else.
 */
const WISHES: Wishes[] = [
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

const turnsFor = (wishes: Wishes, writer: Writer): Turn[] =>
  wishes(writer).map(([write, input]) => ({
    write,
    asked: { ...trpcMutation(write, input), cookie: writer.cookie },
  }));

/** How many writers `handOut` asks for: cancelling and reactivating are two writes of the same people. */
export const writersFor = (each: number): number => each * (WISHES.length + 1);

/**
 * Gives `writersFor(each)` writers something to do, so that every write is done by as many.
 * @returns groups of `each` writers, and of every writer the turns to repeat for ever
 */
export function handOut(writers: readonly Writer[], each: number): Turn[][][] {
  let taken = 0;
  return WISHES.flatMap((wishes) => {
    const writes = new Set(wishes(writers[0] as Writer).map(([write]) => write)).size;
    return Array.from({ length: writes }, () => {
      taken += each;
      return writers.slice(taken - each, taken).map((writer) => turnsFor(wishes, writer));
    });
  });
}
