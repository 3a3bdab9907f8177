import { addDays, addMonths, type Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { TestCard } from './cards';

/** A demo account and its state. */
export interface DemoAccount {
  email: string;
  about: string;
  firstName: string;
  lastName: string;
  locale: Locale;
  phone: string;
  /** The day of registration and first payment. */
  registeredOn: Day;
  paymentDay: number;
  items: { productCode: 'day-pads' | 'night-pads' | 'panty-liners' | 'light-day-pads'; quantity: number }[];
  /** The card of the subscriber. Undefined: the subscriber pays offline. */
  card?: TestCard;
  /** The LINE user of the account, who exists in the sandbox. Undefined: the account has a password. */
  line?: { person: string; name: string };
  cancelledOn?: Day;
}

const REGULAR = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
] as const;

/** Returns the demo accounts. Their dates are relative to `today`, so that each account has its state on this day. */
export function listDemoAccounts(today: Day): DemoAccount[] {
  const dueSoon = addDays(today, 3);
  const dueYesterday = addDays(today, -1);
  const dayOfMonth = (day: Day) => Number(day.slice(8));
  const ninthPaid = addDays(today, -5);
  const nineFrom = addMonths(ninthPaid, -8);
  const failedFrom = addDays(addMonths(today, -1), -20);
  return [
    {
      email: 'active@demo.test',
      about: 'pays by card, an order due in 3 days',
      firstName: 'Mali',
      lastName: 'Suksan',
      locale: 'en',
      phone: '0812345678',
      registeredOn: addMonths(dueSoon, -1),
      paymentDay: dayOfMonth(dueSoon),
      items: [...REGULAR],
      card: { number: '4242424242424242', name: 'MALI SUKSAN' },
    },
    {
      email: 'thai@demo.test',
      about: 'the same in Thai, a box paid yesterday',
      firstName: 'มะลิ',
      lastName: 'สุขสันต์',
      locale: 'th',
      phone: '0823456789',
      registeredOn: addDays(today, -1),
      paymentDay: 31,
      items: [
        { productCode: 'light-day-pads', quantity: 2 },
        { productCode: 'panty-liners', quantity: 1 },
      ],
      card: { number: '5555555555554444', name: 'MALI SUKSAN' },
    },
    {
      email: 'nine@demo.test',
      about: 'nine paid orders, one before the milestone',
      firstName: 'Ploy',
      lastName: 'Kaewmanee',
      locale: 'en',
      phone: '0834567890',
      registeredOn: nineFrom,
      paymentDay: dayOfMonth(ninthPaid),
      items: [...REGULAR],
      card: { number: '3530111333300000', name: 'PLOY KAEWMANEE' },
    },
    {
      email: 'offline@demo.test',
      about: 'pays by PromptPay or transfer, a payment pending since yesterday',
      firstName: 'Dao',
      lastName: 'Rattana',
      locale: 'en',
      phone: '0867890123',
      registeredOn: addMonths(dueYesterday, -1),
      paymentDay: dayOfMonth(dueYesterday),
      items: [...REGULAR],
    },
    {
      email: 'inactive@demo.test',
      about: 'not active: the renewal failed at every retry',
      firstName: 'Fah',
      lastName: 'Thongdee',
      locale: 'en',
      phone: '0845678901',
      registeredOn: failedFrom,
      paymentDay: dayOfMonth(failedFrom),
      items: [...REGULAR],
      card: { number: '4111111111111111', name: 'FAKE RENEWAL DECLINES' },
    },
    {
      email: 'cancelled@demo.test',
      about: 'cancelled two weeks ago, can be reactivated',
      firstName: 'Nok',
      lastName: 'Srisai',
      locale: 'en',
      phone: '0856789012',
      registeredOn: addDays(today, -75),
      paymentDay: dayOfMonth(addDays(today, -75)),
      items: [...REGULAR],
      card: { number: '4242424242424242', name: 'NOK SRISAI' },
      cancelledOn: addDays(today, -14),
    },
    {
      email: 'line@demo.test',
      about: 'LINE is the only login method: choose Lin there',
      firstName: 'Lin',
      lastName: 'Chaiyo',
      locale: 'en',
      phone: '0867890123',
      registeredOn: addDays(today, -20),
      paymentDay: dayOfMonth(addDays(today, -20)),
      items: [...REGULAR],
      card: { number: '4242424242424242', name: 'LIN CHAIYO' },
      line: { person: 'lin', name: 'Lin' },
    },
  ];
}
