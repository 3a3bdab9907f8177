import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import {
  logInAs,
  NOBODY,
  registering,
  subscriber,
  throughGraphql,
  throughRest,
  throughTrpc,
  type Caller,
  type Outcome,
} from '@/testing/callers';
import { movePoints } from '@/server/lifecycle/points';
import { createCardToken } from '@/testing/cards';
import { CHIANG_MAI } from '@/testing/access';
import { oneDeliveryCases } from '@/testing/one-delivery-cases';
import { wholeOfViewer, wholeOperation } from '@/testing/graphql-selection';
import { DELIVERY, registration } from '@/testing/browser';
import { ownOf, type Own } from '@/testing/own-ids';
import { plain, plainField } from '@/testing/plain-response';
import { goTo, plantSubscriber, payYesterday } from '@/testing/subscribers';
import { TAX_INVOICE_REFUSALS, taxInvoiceCase } from '@/testing/tax-invoice-cases';
import { withWorld } from '@/testing/with-world';
import { schema } from './graphql/schema';
import { listRoutes } from './rest/routes';

/* Calls every use case through REST, tRPC and GraphQL, and compares responses and refusals. */
const world = withWorld({ settings: { VAT_ID: '0105566000001' } });

interface UseCase {
  trpc: string;
  graphql: string;
  rest?: string[];
  input: (own: Own) => object | Promise<object>;
  /** Creates the state that the call needs. */
  prepare?: (caller: Caller) => Promise<unknown>;
}

const token = async (number: string) => ({ cardToken: await createCardToken({ number }) });
const trpc = (caller: Caller, name: string, input: object) =>
  throughTrpc(world, caller, [name, 'mutation', input]);
const cancelled = (caller: Caller) => trpc(caller, 'subscription.cancel', { reason: 'other' });
const twoCards = async (caller: Caller) => trpc(caller, 'payments.addCard', await token('5555555555554444'));
const paysOffline = (caller: Caller) => trpc(caller, 'payments.convertToOffline', {});
const paidYesterday = ({ account }: Caller) => payYesterday(world, account?.accountId);
const returnsOffline = async (caller: Caller) => {
  await paidYesterday(caller);
  await cancelled(caller);
  await paysOffline(caller);
  await trpc(caller, 'subscription.reactivate', { when: 'now', frequency: 1 });
};
const GIVEN_POINTS = { kind: 'earned', source: 'given', delta: 150, orderId: null } as const;
const points = ({ account }: Caller) =>
  transaction(world.db, (tx) =>
    movePoints(tx, world.now(), [{ accountId: account?.accountId ?? '', ...GIVEN_POINTS }]),
  );
const firstSkipped = async (caller: Caller) =>
  trpc(caller, 'orders.skip', { orderId: (await ownOf(world, caller)).orderId });

const USE_CASES: UseCase[] = [
  {
    trpc: 'passkeys.rename',
    graphql: 'renamePasskey',
    input: ({ passkeyId }) => ({ passkeyId, name: 'My phone' }),
  },
  {
    trpc: 'passkeys.remove',
    graphql: 'removePasskey',
    input: ({ passkeyId }) => ({ passkeyId }),
  },
  {
    trpc: 'orders.skip',
    rest: ['POST /api/orders/skip'],
    graphql: 'skipOrder',
    input: ({ orderId }) => ({ orderId }),
  },
  {
    trpc: 'orders.skip',
    rest: ['POST /api/orders/skip'],
    graphql: 'unskipOrder',
    input: ({ orderId }) => ({ orderId, skip: false }),
    prepare: firstSkipped,
  },
  taxInvoiceCase(world),
  ...oneDeliveryCases(trpc, (caller) => ownOf(world, caller), paidYesterday),
  {
    trpc: 'rewards.redeem',
    rest: ['POST /api/orders/product-rewards'],
    graphql: 'redeemProduct',
    input: () => ({ productCode: 'night-pads' }),
    prepare: points,
  },
  {
    trpc: 'rewards.generateCode',
    rest: ['POST /api/referral-codes/generate'],
    graphql: 'generateReferralCode',
    input: () => ({}),
  },
  {
    trpc: 'subscription.changeBox',
    graphql: 'changeBox',
    input: () => ({ items: [{ productCode: 'panty-liners', quantity: 4 }] }),
  },
  {
    trpc: 'subscription.changeFrequency',
    graphql: 'changeFrequency',
    input: () => ({ frequency: 3, after: '2026-12-31' }),
  },
  {
    trpc: 'subscription.changePaymentDay',
    graphql: 'changePaymentDay',
    input: () => ({ paymentDay: 5, preview: true }),
  },
  {
    trpc: 'subscription.pause',
    rest: ['POST /api/subscriptions/pause'],
    graphql: 'pauseSubscription',
    input: () => ({ until: '2027-01-15' }),
  },
  {
    trpc: 'subscription.resume',
    rest: ['POST /api/subscriptions/resume'],
    graphql: 'resumeSubscription',
    input: () => ({}),
  },
  {
    trpc: 'subscription.cancelOffer',
    rest: ['POST /api/subscriptions/cancel-offer'],
    graphql: 'cancelOffer',
    input: () => ({ reason: 'buyWhenNeed' }),
  },
  {
    trpc: 'subscription.cancel',
    rest: ['POST /api/subscriptions/cancel'],
    graphql: 'cancelSubscription',
    input: () => ({ reason: 'buyWhenNeed', comment: 'I still have some.' }),
  },
  {
    trpc: 'subscription.reactivate',
    rest: ['POST /api/subscriptions/reactivate'],
    graphql: 'reactivateSubscription',
    input: () => ({ when: '2026-12-05', frequency: 2 }),
    prepare: cancelled,
  },
  {
    trpc: 'payments.addCard',
    rest: ['POST /api/customers/add-card'],
    graphql: 'addCard',
    input: () => token('5555555555554444'),
  },
  {
    trpc: 'payments.updateCard',
    rest: ['POST /api/customers/update-card'],
    graphql: 'updateCard',
    input: ({ cardId }) => ({ cardId, expiryMonth: 7, expiryYear: 2031, name: 'M SUK' }),
  },
  {
    trpc: 'payments.deleteCard',
    rest: ['POST /api/customers/delete-card', 'DELETE /api/customers/delete-card'],
    graphql: 'deleteCard',
    input: ({ cardId }) => ({ cardId }),
    prepare: twoCards,
  },
  {
    trpc: 'payments.convertToCard',
    rest: ['POST /api/customers/payment-methods/convert-card'],
    graphql: 'convertToCard',
    input: () => token('5555555555554444'),
    prepare: paysOffline,
  },
  {
    trpc: 'payments.convertToOffline',
    rest: ['POST /api/subscriptions/convert-offline'],
    graphql: 'convertToOffline',
    input: () => ({}),
  },
  {
    trpc: 'payments.requestPaymentLink',
    graphql: 'requestPaymentLink',
    input: () => ({}),
    prepare: returnsOffline,
  },
  {
    trpc: 'account.updateDetails',
    graphql: 'updateDetails',
    input: () => ({ firstName: 'Malee', ageGroup: null, locale: 'th' }),
  },
  {
    trpc: 'account.updateAddress',
    graphql: 'updateAddress',
    input: () => ({ ...DELIVERY, province: 'Chiang Mai', district: 'Mueang', postalCode: '50200' }),
  },
  {
    trpc: 'account.updateMessages',
    rest: ['POST /api/customers/update-messages'],
    graphql: 'updateMessages',
    input: () => ({ optionalMessages: false }),
  },
  {
    trpc: 'account.updateEmail',
    rest: ['POST /api/customers/update-email'],
    graphql: 'updateEmail',
    input: () => ({ email: registration().email }),
  },
  {
    trpc: 'account.updatePassword',
    rest: ['POST /api/customers/update-password'],
    graphql: 'updatePassword',
    input: () => ({ password: 'battery staple', confirmPassword: 'battery staple' }),
  },
  { trpc: 'account.myData', graphql: 'downloadMyData', input: () => ({}) },
  { trpc: 'account.delete', graphql: 'deleteAccount', input: () => ({}) },
];

type Ask = (caller: Caller, input: object, headers?: Record<string, string>) => Promise<Outcome>;

function entryPointsOf(useCase: UseCase): [string, Ask][] {
  const rest = useCase.rest ?? [];
  return [
    [
      'tRPC',
      (caller, input, headers) => throughTrpc(world, caller, [useCase.trpc, 'mutation', input], headers),
    ],
    ...rest.map((call): [string, Ask] => [
      call,
      (caller, input, headers) => throughRest(world, caller, [call, input], headers),
    ]),
    [
      'GraphQL',
      (caller, input, headers) => {
        const query = wholeOperation('mutation', useCase.graphql, input);
        const known = Object.entries(input).filter(([name]) => query.includes(`$${name}`));
        return throughGraphql(world, caller, [query, Object.fromEntries(known)], headers);
      },
    ],
  ];
}

describe.each(USE_CASES)('$graphql', (useCase) => {
  test('has the same effect and response through every entry point', async () => {
    const answers: [string, unknown][] = [];
    for (const [door, ask] of entryPointsOf(useCase)) {
      const caller = await subscriber(world);
      await useCase.prepare?.(caller);
      const outcome = await ask(caller, await useCase.input(await ownOf(world, caller)));
      expect([door, outcome.status, outcome.code]).toEqual([door, 200, 'ok']);
      answers.push([door, plain(outcome.data)]);
    }
    const [[, first] = []] = answers;
    for (const [door, answer] of answers) expect({ door, answer }).toEqual({ door, answer: first });
  });

  test.each<[string, () => Promise<Caller>, string]>([
    ['nobody', () => Promise.resolve(NOBODY), 'NOT_LOGGED_IN'],
    ['a registration in progress', () => registering(world), 'NOT_ALLOWED'],
  ])('has the same refusal through every entry point: %s', async (_who, make, code) => {
    const caller = await make();
    const input = await useCase.input(await ownOf(world, caller));
    await expectSameRefusal(useCase, caller, input, code);
  });
});

async function expectSameRefusal(
  useCase: UseCase,
  caller: Caller,
  input: object,
  code: string,
): Promise<void> {
  const messages: (string | undefined)[] = [];
  for (const language of ['en', 'th']) {
    const refusals = [];
    for (const [door, ask] of entryPointsOf(useCase)) {
      const said = await ask(caller, input, { 'accept-language': language });
      refusals.push({ door, status: door === 'GraphQL' ? undefined : said.status, ...facts(said) });
      if (door === 'GraphQL') expect(said.status).toBe(200);
    }
    const [first] = refusals;
    expect(first?.code).toBe(code);
    for (const one of refusals) {
      expect({ ...one, status: one.status ?? first?.status }).toEqual({ ...first, door: one.door });
    }
    messages.push(first?.message);
  }
  expect(messages[0]).not.toBe(messages[1]);
  expect(messages[0]).not.toMatch(/^errors\./);
}

const facts = ({ code, message, reason, fieldErrors }: Outcome) => ({
  code,
  message,
  // superjson writes undefined fields as null.
  reason: reason ?? undefined,
  fieldErrors: fieldErrors ?? undefined,
});

const never = { orderId: 'ord_01k9f5x0d2e8rzzzz', cardId: 'card_01k9f5x0d2e8rzzzz' };
type Refused = [code: string, graphql: string, input: UseCase['input'], prepare?: UseCase['prepare']];
const REFUSED: Refused[] = [
  ['PROVINCE_MISMATCH', 'setOrderAddress', ({ orderId }) => ({ orderId, ...CHIANG_MAI, province: 'Phuket' })],
  ...TAX_INVOICE_REFUSALS,
  ['BOX_INVALID', 'changeOrderBox', ({ orderId }) => ({ orderId, items: [] })],
  ['ORDER_NOT_FOUND', 'skipOrder', () => ({ orderId: never.orderId })],
  ['ORDER_NOT_UPCOMING', 'skipOrder', ({ paidOrderId }) => ({ orderId: paidOrderId })],
  ['INPUT_INVALID', 'skipOrder', () => ({ orderId: '' })],
  ['POINTS_TOO_FEW', 'redeemProduct', () => ({ productCode: 'day-pads' })],
  ['PRODUCT_NOT_REDEEMABLE', 'redeemProduct', () => ({ productCode: 'starter-pack' }), points],
  ['PAID_TODAY', 'orderNow', () => ({})],
  ['ORDER_NOT_FOUND', 'redeemProduct', () => ({ productCode: 'day-pads', orderId: never.orderId })],
  ['NOT_ACTIVE', 'generateReferralCode', () => ({}), cancelled],
  ['BOX_INVALID', 'changeBox', () => ({ items: [] })],
  ['BOX_INVALID', 'changeBox', () => ({ items: [{ productCode: 'day-pads', quantity: 11 }] })],
  ['BOX_INVALID', 'changeBox', () => ({ items: [{ productCode: 'gold', quantity: 1 }] })],
  ['STALE', 'changeBox', () => ({ items: [{ productCode: 'day-pads', quantity: 1 }], version: 99 })],
  ['NOT_ACTIVE', 'changeBox', () => ({ items: [{ productCode: 'day-pads', quantity: 1 }] }), cancelled],
  ['INPUT_INVALID', 'changeFrequency', () => ({ frequency: 4, after: '2026-12-31' })],
  ['INPUT_INVALID', 'changeFrequency', () => ({ frequency: 2, after: 'soon' })],
  ['DATE_OUT_OF_RANGE', 'changeFrequency', () => ({ frequency: 2, after: '2026-12-30' })],
  ['INPUT_INVALID', 'changePaymentDay', () => ({ paymentDay: 32 })],
  ['REASON_INVALID', 'cancelSubscription', () => ({ reason: 'boredom' })],
  ['ALREADY_CANCELLED', 'cancelSubscription', () => ({ reason: 'other' }), cancelled],
  ['NOT_REACTIVATABLE', 'reactivateSubscription', () => ({ when: 'now', frequency: 1 })],
  ['DATE_OUT_OF_RANGE', 'reactivateSubscription', () => ({ when: '2027-12-05', frequency: 1 }), cancelled],
  ['CARD_DATA_REFUSED', 'addCard', () => ({ cardToken: '4242424242424242' })],
  ['CARD_DECLINED', 'addCard', () => ({ cardToken: 'tokn_test_none' })],
  ['CARD_NOT_FOUND', 'updateCard', () => ({ cardId: never.cardId, makeDefault: true })],
  ['INPUT_INVALID', 'updateCard', ({ cardId }) => ({ cardId, expiryMonth: 13 })],
  ['CARD_NOT_FOUND', 'deleteCard', () => ({ cardId: never.cardId })],
  ['CARD_LAST', 'deleteCard', ({ cardId }) => ({ cardId })],
  ['INPUT_INVALID', 'updateDetails', () => ({ phone: '12', locale: 'fr' })],
  ['POSTCODE_INVALID', 'updateAddress', () => ({ ...DELIVERY, postalCode: '1' })],
  ['PROVINCE_MISMATCH', 'updateAddress', () => ({ ...DELIVERY, province: 'Phuket' })],
  ['INPUT_INVALID', 'updateEmail', () => ({ email: 'mali' })],
  ['EMAIL_TAKEN', 'updateEmail', async () => ({ email: (await plantSubscriber(world)).email })],
  ['PASSWORDS_DIFFER', 'updatePassword', () => ({ password: 'battery staple', confirmPassword: 'x' })],
  ['INPUT_INVALID', 'updatePassword', () => ({ password: 'short', confirmPassword: 'short' })],
];

const useCaseOf = (graphql: string) => USE_CASES.find((one) => one.graphql === graphql) as UseCase;

describe('a refusal', () => {
  test.each(REFUSED)('%s of %s is the same through every entry point, in both languages', async (...row) => {
    const [code, graphql, input, prepare] = row;
    const caller = await subscriber(world);
    await prepare?.(caller);
    await expectSameRefusal(useCaseOf(graphql), caller, await input(await ownOf(world, caller)), code);
  });

  test.each(['updateEmail', 'updatePassword', 'downloadMyData', 'deleteAccount'])(
    'of %s without a proof of identity is the same through every entry point',
    async (graphql) => {
      const useCase = useCaseOf(graphql);
      const caller = await logInAs(world, await plantSubscriber(world), 20 * 60_000);
      const input = await useCase.input(await ownOf(world, caller));
      await expectSameRefusal(useCase, caller, input, 'PROOF_REQUIRED');
    },
  );
});

test('an order two days before its payment date is SKIP_TOO_LATE through every entry point', async () => {
  const person = await plantSubscriber(world);
  await goTo(world, '2026-12-30');
  const caller = await logInAs(world, person);
  const { orderId } = await ownOf(world, caller);
  await expectSameRefusal(useCaseOf('skipOrder'), caller, { orderId }, 'SKIP_TOO_LATE');
  await goTo(world, '2026-11-20', '10:00');
});

describe('a read', () => {
  const READS: [graphql: string, trpc: string, rest: string | null, part: string | null][] = [
    ['account', 'auth.me', 'GET /api/me', 'account'],
    ['subscription', 'auth.me', 'GET /api/me', 'subscription'],
    ['points', 'auth.me', 'GET /api/me', 'points'],
    ['profile', 'account.profile', null, null],
    ['upcomingOrders', 'orders.upcoming', 'GET /api/orders/upcoming', 'orders'],
    ['previousOrders', 'orders.previous', 'GET /mycloud/orders', 'orders'],
    ['cards', 'payments.cards', null, 'cards'],
  ];
  test.each(READS)('of viewer.%s is %s', async (graphql, name, rest, part) => {
    const caller = await subscriber(world);
    const of = (data: unknown) =>
      plainField(part === null ? data : (data as Record<string, unknown>)[part], []);
    const viewer = await throughGraphql(world, caller, [wholeOfViewer(graphql)]);
    const shown = plainField((viewer.data as Record<string, unknown>)[graphql], []);
    const input = name === 'orders.previous' ? {} : undefined;
    expect(shown).toEqual(of((await throughTrpc(world, caller, [name, 'query', input])).data));
    if (rest !== null) expect(shown).toEqual(of((await throughRest(world, caller, [rest])).data));
  });

  test('of the cancel reasons is the same through every entry point', async () => {
    const graphql = await throughGraphql(world, NOBODY, [wholeOperation('query', 'cancelReasons', {})]);
    const reasons = { reasons: graphql.data };
    expect((await throughTrpc(world, NOBODY, ['subscription.cancelReasons', 'query'])).data).toEqual(reasons);
    expect((await throughRest(world, NOBODY, ['GET /subscription/cancel-reasons'])).data).toEqual(reasons);
  });
});

/** The mutations of login methods, which graphql/links.test.ts and auth/line-link.test.ts test. */
const WAYS_IN = ['requestMagicLink', 'useMagicLink', 'requestPasswordReset', 'resetPassword', 'unlinkLine'];

test('every command with several entry points is tested here', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  // Codes need no session and are tested in account/codes.test.ts.
  const walkedHere = [...USE_CASES.map(({ graphql }) => graphql), ...WAYS_IN, 'applyCode'];
  expect([...new Set(walkedHere)].sort()).toEqual(mutations.sort());
  const rows = listRoutes().filter(({ method, route }) => method !== 'GET' && route.who === 'subscriber');
  const walked = new Set(USE_CASES.flatMap(({ rest = [] }) => rest));
  expect([...walked].sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
});
