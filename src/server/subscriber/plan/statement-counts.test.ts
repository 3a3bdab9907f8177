import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '@/domain/day';
import { accounts } from '@/server/db/schema';
import { apiContext } from '@/server/api/context';
import { createCaller } from '@/server/api/root';
import { BUYER } from '@/testing/access';
import { createSubscriber, GOOD_CARD } from '@/testing/browser';
import { registering } from '@/testing/callers';
import { createCardToken } from '@/testing/cards';
import { issueDocuments } from '@/testing/documents';
import { injectFault } from '@/testing/providers';
import { queriesOf } from '@/testing/queries';
import { payYesterday } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'check', settings: { VAT_ID: '0105566000001' } });

const lines = (
  ...codes: ('light-day-pads' | 'night-pads-xl' | 'day-pads' | 'night-pads' | 'panty-liners')[]
) => ({
  items: codes.map((productCode) => ({ productCode, quantity: 1 })),
});
const home = {
  address: '1 Soi Sukhumvit 26',
  district: 'Khlong Toei',
  province: 'Bangkok',
  postalCode: '10110',
};
const away = { ...home, district: 'Mueang Chiang Mai', province: 'Chiang Mai', postalCode: '50200' };

const accountOf = (email: string) => world.db.query.accounts.findFirst({ where: eq(accounts.email, email) });

test('sends an order now with at most 12 statements before the gateway is called, and previews it with fewer', async () => {
  const { browser, email } = await createSubscriber(world);
  await payYesterday(world, (await accountOf(email))?.id);
  const caller = createCaller(apiContext(new Headers({ cookie: browser.cookie() })));
  const statementsOf = async (work: () => Promise<unknown>) =>
    (await queriesOf(world.db, work)).filter((text) => !/^(begin|commit|rollback)/i.test(text));
  const previewed = await statementsOf(() => caller.orders.orderNow({ preview: true }));
  const sent = await statementsOf(() => caller.orders.orderNow({}));
  const claim = sent.slice(0, sent.findIndex((text) => text.includes('insert into charge_attempts')) + 1);
  expect(claim.length, claim.join('\n')).toBeLessThanOrEqual(12);
  expect(previewed.length, previewed.join('\n')).toBeLessThan(claim.length);
});

test('pays the first order of a registration by a new card with at most 39 statements', async () => {
  await injectFault(world, { op: 'webhook', kind: 'drop', times: 'always' });
  const { cookie } = await registering(world);
  const caller = createCaller(apiContext(new Headers({ cookie })));
  const cardToken = await createCardToken(GOOD_CARD);
  const sent = await queriesOf(world.db, () => caller.registration.payByCard({ cardToken }));
  const statements = sent.filter((text) => !/^(begin|commit|rollback)/i.test(text));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(39);
});

test('limits the statements of each write, including the session query and without begin and commit', async () => {
  const { browser, email } = await createSubscriber(world);
  const caller = () => createCaller(apiContext(new Headers({ cookie: browser.cookie() })));
  const { orders: upcoming } = await caller().orders.upcoming();
  const { paymentDate: after, orderId } = upcoming[0]!;
  // An order of today is paid already, so that none can be ordered now.
  await payYesterday(world, (await accountOf(email))?.id);
  await issueDocuments(world);
  const paid = (await caller().orders.previous({ page: 1 })).orders[0]!;

  const writes: [number, () => Promise<unknown>][] = [
    [7, () => caller().subscription.changeBox(lines('light-day-pads', 'night-pads-xl'))],
    [7, () => caller().subscription.changeBox(lines('day-pads', 'night-pads', 'panty-liners'))],
    [8, () => caller().subscription.changeFrequency({ frequency: 2, after })],
    [8, () => caller().subscription.changeFrequency({ frequency: 1, after })],
    [8, () => caller().subscription.changePaymentDay({ paymentDay: 27 })],
    [8, () => caller().subscription.changePaymentDay({ paymentDay: 31 })],
    [
      8,
      () =>
        caller().orders.move({ orderId: upcoming[2]!.orderId, date: addDays(upcoming[2]!.paymentDate, 5) }),
    ],
    [7, () => caller().orders.changeBox({ orderId, ...lines('panty-liners'), preview: true })],
    [7, () => caller().orders.changeBox({ orderId, ...lines('panty-liners') })],
    [7, () => caller().orders.useUsualBox({ orderId })],
    [7, () => caller().orders.setAddress({ orderId, ...away, preview: true })],
    [7, () => caller().orders.setAddress({ orderId, ...away })],
    [7, () => caller().orders.useUsualAddress({ orderId })],
    [10, () => caller().orders.orderNow({ preview: true, later: 'restart' })],
    [10, () => caller().orders.orderNow({ preview: true })],
    [12, () => caller().orders.requestTaxInvoice({ orderId: paid.orderId, ...BUYER })],
    [6, () => caller().orders.requestTaxInvoice({ orderId: paid.orderId, ...BUYER })],
    [7, () => caller().subscription.pause({ until: addDays(after, 60) })],
    [7, () => caller().subscription.resume({})],
    [7, () => caller().account.updateAddress(away)],
    [7, () => caller().account.updateAddress(home)],
    [9, () => caller().subscription.cancel({ reason: 'buyWhenNeed', comment: 'for a while' })],
    [17, () => caller().subscription.reactivate({ when: addDays(after, 7), frequency: 1 })],
  ];
  for (const [most, write] of writes) {
    const sent = await queriesOf(world.db, write);
    const statements = sent.filter((text) => !/^(begin|commit|rollback)/i.test(text));
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  }
});
