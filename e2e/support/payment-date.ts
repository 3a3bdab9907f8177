import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import type { Browser } from '@playwright/test';
import { GOOD_CARD } from './cards';
import { isDeep } from './environment';
import { call, subscribe, type Registered } from './subscribers';
import { english, thai, type Language } from './words';

/*
 * The subscribers of the tests around a payment date. All register on the same day and have the same payment date,
 * because the clock moves only forward. Three files share them, so that the clock passes the weeks before the date once:
 * payment-before, payment-date and payment-repair, in this order.
 */

/** A card whose first charge succeeds. All later charges are declined. */
const FAILING_CARD = { ...GOOD_CARD, name: 'FAKE RENEWAL DECLINES' };
export const RESCUE_CARD = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

interface Subscriber extends Registered {
  upcoming: Day[];
}

interface Viewed {
  viewer: { upcomingOrders: { nodes: { paymentDate: Day }[] } };
}

/** Registers a subscriber in a new browser and closes the browser. */
async function begin(browser: Browser, words: Language, name: string, card = GOOD_CARD): Promise<Subscriber> {
  const context = await browser.newContext();
  const person = await subscribe(context, words, name, card);
  const query = '{ viewer { upcomingOrders { nodes { paymentDate } } } }';
  const { viewer } = await call<Viewed>(context, '/api/graphql', { query });
  await context.close();
  return { ...person, upcoming: viewer.upcomingOrders.nodes.map(({ paymentDate }) => paymentDate) };
}

async function beginOffline(browser: Browser): Promise<Subscriber> {
  const context = await browser.newContext();
  const person = await subscribe(context, english, 'late');
  await call(context, '/api/subscriptions/convert-offline', {});
  await context.close();
  return { ...person, upcoming: [] };
}

type Name =
  | 'skips'
  | 'late'
  | 'secure'
  | 'otherWay'
  | 'tapSkips'
  | 'tapMoves'
  | 'byQr'
  | 'byCard'
  | 'givesUp'
  | `renewed-${Locale}`
  | `rescued-${Locale}`;

/** Registers the subscribers of the tests that run. */
async function everybody(browser: Browser): Promise<Record<Name, Subscriber>> {
  const failing = (words: Language, name: string) => begin(browser, words, name, FAILING_CARD);
  const begun: Partial<Record<Name, Promise<Subscriber>>> = {
    skips: begin(browser, english, 'skips'),
    late: beginOffline(browser),
    'renewed-en': begin(browser, english, 'renewed'),
    'rescued-en': failing(english, 'rescued'),
    tapSkips: begin(browser, english, 'tap-skips'),
    tapMoves: begin(browser, thai, 'tap-moves'),
    byQr: failing(english, 'fix-qr'),
    byCard: failing(thai, 'fix-card'),
  };
  if (isDeep) {
    begun.secure = failing(english, 'secure');
    begun.otherWay = failing(thai, 'other-way');
    begun.givesUp = failing(english, 'fix-none');
    begun['renewed-th'] = begin(browser, thai, 'renewed');
    begun['rescued-th'] = failing(thai, 'rescued');
  }
  const people = Object.entries(begun).map(async ([name, person]) => [name, await person] as const);
  return Object.fromEntries(await Promise.all(people)) as Record<Name, Subscriber>;
}

interface PaymentDate {
  people: Record<Name, Subscriber>;
  due: Day;
  /** 09:30 of the payment date. All work that is due at nine is then done. */
  charged: string;
}

let registered: Promise<PaymentDate> | undefined;

/** Returns the subscribers and their payment date. The first call in a worker process registers them. */
export function paymentDate(browser: Browser): Promise<PaymentDate> {
  registered ??= everybody(browser).then((people) => {
    const due = people.skips.dates[1] as Day;
    return { people, due, charged: `${due}T09:30:00+07:00` };
  });
  return registered;
}
