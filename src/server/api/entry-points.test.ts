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
import { plantBankAccount } from '@/testing/bank-accounts';
import { createCardToken } from '@/testing/cards';
import { callOfMutation, CHIANG_MAI } from '@/testing/access';
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
  /** The mutation. Procedure and REST paths are those of the same call. */
  graphql: string;
  input: (own: Own) => object | Promise<object>;
  /** Creates the state that the call needs. */
  prepare?: (caller: Caller) => Promise<unknown>;
}

const token = async (number: string) => ({ cardToken: await createCardToken({ number }) });
const trpc = (caller: Caller, name: string, input: object) =>
  throughTrpc(world, caller, [name, 'mutation', input]);
const cancelled = (caller: Caller) => trpc(caller, 'subscription.cancel', { reason: 'other' });
const twoCards = async (caller: Caller) => trpc(caller, 'payments.addCard', await token('5555555555554444'));
const linkedAccount = ({ account }: Caller) => plantBankAccount(world, account?.accountId ?? '');
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
    graphql: 'renamePasskey',
    input: ({ passkeyId }) => ({ passkeyId, name: 'My phone' }),
  },
  {
    graphql: 'removePasskey',
    input: ({ passkeyId }) => ({ passkeyId }),
  },
  {
    graphql: 'skipOrder',
    input: ({ orderId }) => ({ orderId }),
  },
  {
    graphql: 'unskipOrder',
    input: ({ orderId }) => ({ orderId, skip: false }),
    prepare: firstSkipped,
  },
  taxInvoiceCase(world),
  ...oneDeliveryCases(trpc, (caller) => ownOf(world, caller), paidYesterday),
  {
    graphql: 'redeemProduct',
    input: () => ({ productCode: 'night-pads' }),
    prepare: points,
  },
  {
    graphql: 'generateReferralCode',
    input: () => ({}),
  },
  {
    graphql: 'changeBox',
    input: () => ({ items: [{ productCode: 'panty-liners', quantity: 4 }] }),
  },
  {
    graphql: 'changeFrequency',
    input: () => ({ frequency: 3, after: '2026-12-31' }),
  },
  {
    graphql: 'changePaymentDay',
    input: () => ({ paymentDay: 5, preview: true }),
  },
  {
    graphql: 'pauseSubscription',
    input: () => ({ until: '2027-01-15' }),
  },
  {
    graphql: 'resumeSubscription',
    input: () => ({}),
  },
  {
    graphql: 'cancelOffer',
    input: () => ({ reason: 'buyWhenNeed' }),
  },
  {
    graphql: 'cancelSubscription',
    input: () => ({ reason: 'buyWhenNeed', comment: 'I still have some.' }),
  },
  {
    graphql: 'reactivateSubscription',
    input: () => ({ when: '2026-12-05', frequency: 2 }),
    prepare: cancelled,
  },
  {
    graphql: 'addCard',
    input: () => token('5555555555554444'),
  },
  {
    graphql: 'updateCard',
    input: ({ cardId }) => ({ cardId, expiryMonth: 7, expiryYear: 2031, name: 'M SUK' }),
  },
  {
    graphql: 'deleteCard',
    input: ({ cardId }) => ({ cardId }),
    prepare: twoCards,
  },
  {
    graphql: 'convertToCard',
    input: () => token('5555555555554444'),
    prepare: paysOffline,
  },
  {
    graphql: 'linkBankAccount',
    input: () => ({ bank: 'scb' }),
  },
  {
    graphql: 'removeBankAccount',
    input: ({ bankAccountId }) => ({ bankAccountId }),
    prepare: linkedAccount,
  },
  {
    graphql: 'convertToBankAccount',
    input: () => ({}),
    prepare: linkedAccount,
  },
  {
    graphql: 'convertToOffline',
    input: () => ({}),
  },
  {
    graphql: 'requestPaymentLink',
    input: () => ({}),
    prepare: returnsOffline,
  },
  {
    graphql: 'updateDetails',
    input: () => ({ firstName: 'Malee', ageGroup: null, locale: 'th' }),
  },
  {
    graphql: 'updateAddress',
    input: () => ({ ...DELIVERY, province: 'Chiang Mai', district: 'Mueang', postalCode: '50200' }),
  },
  {
    graphql: 'updateMessages',
    input: () => ({ optionalMessages: false }),
  },
  {
    graphql: 'updateEmail',
    input: () => ({ email: registration().email }),
  },
  {
    graphql: 'updatePassword',
    input: () => ({ password: 'battery staple', confirmPassword: 'battery staple' }),
  },
  { graphql: 'downloadMyData', input: () => ({}) },
  { graphql: 'deleteAccount', input: () => ({}) },
];

type Ask = (caller: Caller, input: object, headers?: Record<string, string>) => Promise<Outcome>;

/** Returns the REST paths of the call with a mutation. */
function restOf(mutation: string): string[] {
  const { rest } = callOfMutation(mutation).meta;
  return [rest?.path, rest?.also].filter((path) => path !== undefined);
}

function entryPointsOf(useCase: UseCase): [string, Ask][] {
  const { name } = callOfMutation(useCase.graphql);
  return [
    ['tRPC', (caller, input, headers) => throughTrpc(world, caller, [name, 'mutation', input], headers)],
    ...restOf(useCase.graphql).map((call): [string, Ask] => [
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

/** A registration in progress, unless it may make the call. */
const refusedRegistration = ({ graphql }: UseCase): [string, () => Promise<Caller>, string][] =>
  callOfMutation(graphql).meta.who === 'logged_in'
    ? []
    : [['a registration in progress', () => registering(world), 'NOT_ALLOWED']];

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
    ...refusedRegistration(useCase),
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
  const walked = new Set(USE_CASES.flatMap(({ graphql }) => restOf(graphql)));
  expect([...walked].sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
});
