import type { Day } from '@/domain/day';
import { GOOD_CARD } from './cards';
import { isDeep } from './environment';
import { call, newCaller, subscribe, type Registered } from './subscribers';
import type { Locale } from '@/domain/locale';

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

async function begin(speaks: Locale, card = GOOD_CARD): Promise<Subscriber> {
  const caller = await newCaller();
  const person = await subscribe(caller, { speaks, card });
  const query = '{ viewer { upcomingOrders { nodes { paymentDate } } } }';
  const { viewer } = await call<Viewed>(caller, '/api/graphql', { query });
  return { ...person, upcoming: viewer.upcomingOrders.nodes.map(({ paymentDate }) => paymentDate) };
}

async function beginOffline(): Promise<Subscriber> {
  const caller = await newCaller();
  const person = await subscribe(caller);
  await call(caller, '/api/subscriptions/convert-offline', {});
  return { ...person, upcoming: [] };
}

/** Starts the registration of the subscribers of the tests that run. */
const begun = () => ({
  skips: begin('en'),
  renewed: begin('en'),
  rescued: begin('en', FAILING_CARD),
  tapSkips: begin('en'),
  tapMoves: begin('th'),
  byQr: begin('en', FAILING_CARD),
  byCard: begin('th', FAILING_CARD),
  ...(isDeep
    ? {
        late: beginOffline(),
        secure: begin('en', FAILING_CARD),
        otherWay: begin('th', FAILING_CARD),
        givesUp: begin('en', FAILING_CARD),
      }
    : null),
});

type Name = keyof ReturnType<typeof begun>;

/** Registers the subscribers. */
async function everybody(): Promise<Record<Name, Subscriber>> {
  const people = Object.entries(begun()).map(async ([name, person]) => [name, await person] as const);
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
export function paymentDate(): Promise<PaymentDate> {
  registered ??= everybody().then((people) => {
    const due = people.skips.dates[1] as Day;
    return { people, due, charged: `${due}T09:30:00+07:00` };
  });
  return registered;
}
