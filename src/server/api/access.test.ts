import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cards, orders, passkeys } from '@/server/db/schema';
import {
  ASSERTION,
  ITEMS,
  NEW_PASSKEY,
  NEW_PASSWORD,
  REASON,
  TOKEN,
  card,
  corrected,
  fix,
  newEmail,
  oneSession,
  order,
  orderAddress,
  orderBox,
  previewOf,
  passkey,
  redeem,
  renamedPasskey,
  move,
  taxInvoice,
  type Access,
  type Input,
  type Own,
} from '@/testing/access';
import { GRAPHQL } from '@/testing/access-graphql';
import {
  expired,
  NOBODY,
  registering,
  subscriber,
  throughGraphql,
  throughRest,
  throughTrpc,
  type Caller,
  type Outcome,
} from '@/testing/callers';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { DELIVERY, registration } from '@/testing/browser';
import { hashSecret } from '@/server/auth/session';
import { queriesOf } from '@/testing/queries';
import { plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { schema } from './graphql/schema';
import { listRoutes } from './rest/routes';
import { appRouter } from './root';
import { SYSTEM_ROUTES } from './system-routes';

/* Tests the complete access matrix: every path, procedure and root field × every kind of caller. A new call without a row fails the test. */
const world = withWorld();

const REST: Record<string, [Access, Input?]> = {
  'POST /api/login': ['open', fix({ email: 'a@example.test', password: 'x' })],
  'POST /api/logout': ['open', fix({})],
  'GET /api/me': ['session'],
  'GET /api/refresh': ['session'],
  'POST /api/register': ['not_subscribed', () => registration()],
  'POST /api/register/email-auth': ['registering', corrected],
  'POST /api/register/delivery': ['registering', fix(DELIVERY)],
  // After the first order was paid, the call returns its outcome again.
  'POST /api/register/payment/card': ['session', fix({ cardToken: TOKEN })],
  // The call returns the outcome again only for an order that was paid offline. These callers paid by card.
  'POST /api/register/payment/offline': ['registering', fix({})],
  'POST /api/customers/payment-methods/convert-card': ['subscriber', fix({ cardToken: TOKEN })],
  'POST /api/subscriptions/convert-offline': ['subscriber', fix({})],
  'POST /api/customers/add-card': ['subscriber', fix({ cardToken: TOKEN })],
  'POST /api/customers/update-card': ['owner', card],
  'POST /api/customers/delete-card': ['owner', card],
  'DELETE /api/customers/delete-card': ['owner', card],
  'GET /api/customers/card-expiry-check': ['subscriber'],
  'POST /api/customers/update-email': ['subscriber', newEmail],
  'POST /api/customers/update-password': ['subscriber', fix(NEW_PASSWORD)],
  'POST /api/customers/update-messages': ['subscriber', fix({ optionalMessages: true })],
  'POST /api/subscriptions/cancel': ['subscriber', fix(REASON)],
  'POST /api/subscriptions/cancel-offer': ['subscriber', fix(REASON)],
  'POST /api/subscriptions/reactivate': ['subscriber', fix({ when: 'now', frequency: 1 })],
  'POST /api/orders/move': ['owner', move],
  'POST /api/orders/box': ['owner', orderBox],
  'POST /api/orders/usual-box': ['owner', previewOf],
  'POST /api/orders/address': ['owner', orderAddress],
  'POST /api/orders/usual-address': ['owner', previewOf],
  'GET /api/subscriptions/year-ahead': ['session'],
  'POST /api/orders/now': ['subscriber', fix({ preview: true })],
  'POST /api/orders/tax-invoice': ['owner', taxInvoice],
  'POST /api/subscriptions/pause': ['subscriber', fix({ until: '2026-12-31', preview: true })],
  'POST /api/subscriptions/resume': ['subscriber', fix({})],
  'POST /api/orders/skip': ['owner', order],
  'POST /api/orders/product-rewards': ['owner', redeem],
  'POST /api/referral-codes/generate': ['subscriber', fix({})],
  'POST /api/referral-codes/apply': ['open', fix({ code: 'NONE', items: ITEMS })],
  'POST /api/do': ['hidden', fix({ token: 'none' })],
  'POST /api/do/confirm': ['hidden', fix({ token: 'none' })],
  'POST /api/fix': ['hidden', fix({ token: 'none' })],
  'POST /api/fix/qr': ['hidden', fix({ token: 'none' })],
  'POST /api/fix/card': ['hidden', fix({ token: 'none', cardToken: TOKEN })],
  'POST /api/fix/give-up': ['hidden', fix({ token: 'none' })],
  'POST /api/omise/schedule-payments': ['token', fix({})],
  'GET /api/settings': ['open'],
  'GET /subscription/cancel-reasons': ['open'],
  'GET /api/graphql/schema.graphql': ['open'],
  'GET /api/orders/upcoming': ['session'],
  'GET /mycloud/orders': ['subscriber'],
  'POST /api/graphql': ['open', fix({ query: '{ __typename }' })],
  'GET /api/openapi.json': ['open'],
  'GET /api/docs': ['open'],
  'GET /api/health': ['open'],
  'GET /api/pay/{token}': ['hidden'],
  'GET /api/pay/{token}/qr': ['hidden'],
  'GET /api/fix/{token}/qr': ['hidden'],
  'GET /api/orders/{orderId}/receipt.pdf': ['of_a_paid_order'],
  'GET /api/orders/{orderId}/tax-invoice.pdf': ['of_a_paid_order'],
  'GET /api/orders/{orderId}/credit-notes/{number}.pdf': ['of_a_paid_order'],
  'GET /api/ready': ['open'],
  'GET /api/metrics': ['token'],
  'POST /api/webhooks/line': ['token', fix({ events: [] })],
  'POST /api/webhooks/mail/{secret}': ['token', fix({ events: [] })],
  'POST /api/webhooks/mycloud/{secret}': ['token', fix({ order_number: 'ord_1', status: 'SHIPPED' })],
  'GET /api/auth/line/start': ['open'],
  'GET /api/auth/line/callback': ['open'],
  'POST /api/webhooks/omise': ['token', fix({ object: 'event' })],
  'POST /api/unsubscribe/{token}': ['open'],
  'POST /api/_control/clock': ['hidden', fix({ by: '1d' })],
};

const TRPC: Record<string, [Access, Input?]> = {
  'account.home': ['session'],
  'account.profile': ['session'],
  'account.updateDetails': ['subscriber', fix({ firstName: 'Mali' })],
  'account.updateMessages': ['subscriber', fix({ optionalMessages: true })],
  'account.unsubscribe': ['open', fix({ token: 'none' })],
  'account.updateAddress': ['subscriber', fix(DELIVERY)],
  'account.updateEmail': ['subscriber', newEmail],
  'account.confirmEmailChange': ['open', fix({ token: 'none' })],
  'auth.reportNotMe': ['open', fix({ token: 'none' })],
  'account.updatePassword': ['subscriber', fix(NEW_PASSWORD)],
  'account.consents': ['session'],
  'account.loginMethods': ['session'],
  'account.unlinkLine': ['subscriber', fix({})],
  'account.myData': ['subscriber', fix({})],
  'account.delete': ['subscriber', fix({})],
  'account.resendVerification': ['session', fix({})],
  'auth.logIn': ['open', fix({ email: 'a@example.test', password: 'x' })],
  'auth.logOut': ['open', fix({})],
  'auth.me': ['session'],
  'auth.openMagicLink': ['open', fix({ token: 'none' })],
  'auth.requestMagicLink': ['open', fix({ email: 'a@example.test' })],
  'auth.requestPasswordReset': ['open', fix({ email: 'a@example.test' })],
  'auth.resetPassword': ['open', fix({ token: 'none', ...NEW_PASSWORD })],
  'auth.useMagicLink': ['open', fix({ token: 'none' })],
  'auth.refresh': ['session'],
  'auth.sessions': ['session'],
  'auth.activity': ['session'],
  'auth.endSession': ['own_session', oneSession],
  'auth.endOtherSessions': ['session', fix({})],
  'billing.run': ['token', fix({})],
  'catalogue.products': ['open'],
  'catalogue.plans': ['open'],
  'catalogue.everyProduct': ['open'],
  'catalogue.everyPlan': ['open'],
  'catalogue.addresses': ['open', fix({ postalCode: '10110' })],
  'catalogue.settings': ['open'],
  'catalogue.store': ['open'],
  'catalogue.today': ['open'],
  'orders.upcoming': ['session'],
  'orders.previous': ['session', fix({ page: 1 })],
  'orders.shipments': ['subscriber', fix({ page: 1 })],
  'orders.show': ['owner', order],
  'orders.skip': ['owner', order],
  'passkeys.list': ['session'],
  'passkeys.requestLogIn': ['open', fix({})],
  'passkeys.logIn': ['open', fix(ASSERTION)],
  'passkeys.requestProof': ['subscriber', fix({})],
  'passkeys.prove': ['subscriber', fix(ASSERTION)],
  'passkeys.requestNew': ['subscriber', fix({})],
  'passkeys.add': ['subscriber', fix(NEW_PASSKEY)],
  'passkeys.rename': ['owner', renamedPasskey],
  'passkeys.remove': ['owner', passkey],
  'payments.cards': ['subscriber'],
  'payments.cardExpiryCheck': ['subscriber'],
  'payments.addCard': ['subscriber', fix({ cardToken: TOKEN })],
  'payments.updateCard': ['owner', card],
  'payments.deleteCard': ['owner', card],
  // With an unknown token, every caller gets NOT_FOUND.
  'payments.payLink': ['hidden', fix({ token: 'none' })],
  'payments.nextQr': ['hidden', fix({ token: 'none' })],
  'orderLinks.oneTap': ['hidden', fix({ token: 'none' })],
  'orderLinks.doOneTap': ['hidden', fix({ token: 'none' })],
  'orderLinks.repair': ['hidden', fix({ token: 'none' })],
  'orderLinks.repairByQr': ['hidden', fix({ token: 'none' })],
  'orderLinks.repairByCard': ['hidden', fix({ token: 'none', cardToken: TOKEN })],
  'orderLinks.giveUp': ['hidden', fix({ token: 'none' })],
  'payments.requestPaymentLink': ['subscriber', fix({})],
  'payments.convertToCard': ['subscriber', fix({ cardToken: TOKEN })],
  'payments.convertToOffline': ['subscriber', fix({})],
  'registration.payOffline': ['registering', fix({})],
  'registration.start': ['not_subscribed', () => registration()],
  'registration.confirmEmail': ['registering', corrected],
  'registration.setDelivery': ['registering', fix(DELIVERY)],
  'registration.payByCard': ['session', fix({ cardToken: TOKEN })],
  'registration.lineProfile': ['open'],
  'registration.current': ['open'],
  'rewards.summary': ['session'],
  'rewards.ledger': ['session', fix({ page: 1 })],
  'rewards.seeMilestone': ['subscriber', fix({ milestone: 1 })],
  'rewards.redeem': ['owner', redeem],
  'rewards.generateCode': ['subscriber', fix({})],
  'rewards.applyCode': ['open', fix({ code: 'NONE', items: ITEMS })],
  'rewards.invitation': ['open', fix({ code: 'NONE' })],
  'subscription.current': ['session'],
  'subscription.yearAhead': ['session'],
  'subscription.changeBox': ['subscriber', fix({ items: ITEMS })],
  'subscription.changeFrequency': ['subscriber', fix({ frequency: 2, after: '2026-12-31' })],
  'subscription.changePaymentDay': ['subscriber', fix({ paymentDay: 5 })],
  'orders.move': ['owner', move],
  'orders.changeBox': ['owner', orderBox],
  'orders.useUsualBox': ['owner', previewOf],
  'orders.setAddress': ['owner', orderAddress],
  'orders.useUsualAddress': ['owner', previewOf],
  'orders.orderNow': ['subscriber', fix({ preview: true })],
  'orders.orderNowOptions': ['subscriber'],
  'orders.requestTaxInvoice': ['owner', taxInvoice],
  'subscription.pause': ['subscriber', fix({ until: '2026-12-31', preview: true })],
  'subscription.resume': ['subscriber', fix({})],
  'subscription.cancelReasons': ['open'],
  'subscription.cancel': ['subscriber', fix(REASON)],
  'subscription.cancelOffer': ['subscriber', fix(REASON)],
  'subscription.reactivation': ['subscriber'],
  'subscription.reactivate': ['subscriber', fix({ when: 'now', frequency: 1 })],
};

describe('the access matrix has a row for', () => {
  test('every path', () => {
    const rows = listRoutes().map(({ method, path }) => `${method} ${path}`);
    const system = Object.entries(SYSTEM_ROUTES).map(([path, { method }]) => `${method} ${path}`);
    expect(Object.keys(REST).sort()).toEqual([...rows, ...system, 'POST /api/graphql'].sort());
  });

  test('every procedure', () => {
    expect(Object.keys(TRPC).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });

  test('every root field', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const fields = roots.flatMap((root) =>
      Object.keys(root?.getFields() ?? {}).map((name) => `${root?.name}.${name}`),
    );
    expect(Object.keys(GRAPHQL).sort()).toEqual(fields.sort());
  });
});

const CALLERS = [
  'anonymous',
  'owner',
  'other subscriber',
  'registration in progress',
  'expired session',
] as const;
type Who = (typeof CALLERS)[number];

const NO_SESSION = { anonymous: /^NOT_LOGGED_IN$/, 'expired session': /^NOT_LOGGED_IN$/ };

/** The expected refusal by access class and caller. All other callers pass the access check. */
const REFUSED: Record<Access, Partial<Record<Who, RegExp>>> = {
  open: {},
  session: NO_SESSION,
  registering: { ...NO_SESSION, owner: /^NOT_ALLOWED$/, 'other subscriber': /^NOT_ALLOWED$/ },
  not_subscribed: { owner: /^NOT_ALLOWED$/, 'other subscriber': /^NOT_ALLOWED$/ },
  subscriber: { ...NO_SESSION, 'registration in progress': /^NOT_ALLOWED$/ },
  owner: {
    ...NO_SESSION,
    'other subscriber': /^(ORDER|CARD|PASSKEY)_NOT_FOUND$/,
    'registration in progress': /^NOT_ALLOWED$/,
  },
  own_session: {
    ...NO_SESSION,
    'other subscriber': /^NOT_FOUND$/,
    'registration in progress': /^NOT_FOUND$/,
  },
  token: Object.fromEntries(CALLERS.map((who) => [who, /^NOT_LOGGED_IN$/])),
  // NOT_FOUND until the caller has paid for the order, which documents.test.ts tests.
  of_a_paid_order: { ...Object.fromEntries(CALLERS.map((who) => [who, /^NOT_FOUND$/])), ...NO_SESSION },
  hidden: Object.fromEntries(CALLERS.map((who) => [who, /^NOT_FOUND$/])),
};
const SHUT =
  /^(NOT_LOGGED_IN|NOT_ALLOWED|NOT_FOUND|ORDER_NOT_FOUND|CARD_NOT_FOUND|PASSKEY_NOT_FOUND|METHOD_NOT_ALLOWED|INTERNAL)$/;
const STATUS: Record<string, number> = { NOT_LOGGED_IN: 401, NOT_ALLOWED: 403 };

async function ownOf({ account, cookie }: Caller): Promise<Own> {
  const accountId = account?.accountId ?? '';
  const [ahead] = await world.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'upcoming')));
  const [kept] = await world.db.select({ id: cards.id }).from(cards).where(eq(cards.accountId, accountId));
  const sessionId = hashSecret(cookie.split('=')[1] ?? '');
  const ofAccount = eq(passkeys.accountId, accountId);
  const [held] = await world.db.select({ id: passkeys.id }).from(passkeys).where(ofAccount);
  const passkeyId = held?.id ?? 'psk_none';
  return { sessionId, passkeyId, orderId: ahead?.id ?? 'ord_none', cardId: kept?.id ?? 'card_none' };
}

const MAKE = {
  anonymous: () => Promise.resolve(NOBODY),
  owner: subscriber,
  'other subscriber': subscriber,
  'registration in progress': registering,
  'expired session': expired,
};
const known = new Map<string, Promise<Caller>>();

/** Returns the caller of a kind that all read-only calls share. */
function shared(who: Who): Promise<Caller> {
  const caller = known.get(who) ?? MAKE[who](world);
  known.set(who, caller);
  return caller;
}

const COPIES = 50;
const copies: Planted[] = [];

/** Returns a copy of a subscriber without paid orders. Copying is much faster than a registration. */
async function copySubscriber(): Promise<Planted> {
  if (copies.length === 0) {
    const { accountId, subscriptionId, email } = await plantSubscriber(world);
    await cloneSubscriber(world, { accountId, subscriptionId, email }, COPIES);
    for (let n = 1; n <= COPIES; n++)
      copies.push({
        accountId: `${accountId}_${n}`,
        subscriptionId: `${subscriptionId}_${n}`,
        email: `${email}_${n}`,
      });
  }
  return copies.pop()!;
}

const needsSubscriber = (who: Who) => MAKE[who] === subscriber || MAKE[who] === expired;

/** Returns a new caller, for a call that changes data. */
const fresh = async (who: Who) => MAKE[who](world, needsSubscriber(who) ? await copySubscriber() : undefined);

/** Returns a caller of a kind, and the ids of the order and card for the input of a call. */
async function callerOf(who: Who, changes: boolean): Promise<{ caller: Caller; own: Own }> {
  const caller = await (changes ? fresh(who) : shared(who));
  return { caller, own: await ownOf(who === 'owner' ? caller : await shared('owner')) };
}

type Ask = (caller: Caller, own: Own) => Promise<Outcome>;
const table: [string, Access, boolean, Ask][] = [
  ...Object.entries(REST).map(([call, [access, input]]): [string, Access, boolean, Ask] => [
    call,
    access,
    true,
    (caller, own) => throughRest(world, caller, [call, input?.(own)]),
  ]),
  ...Object.entries(TRPC).map(([name, [access, input]]): [string, Access, boolean, Ask] => [
    `tRPC ${name}`,
    access,
    true,
    (caller, own) => throughTrpc(world, caller, [name, kindOf(name), input?.(own)]),
  ]),
  ...Object.entries(GRAPHQL).map(([name, [access, query, input]]): [string, Access, boolean, Ask] => [
    `GraphQL ${name}`,
    access,
    false,
    (caller, own) =>
      throughGraphql(world, caller, [query, input?.(own) as Record<string, unknown> | undefined]),
  ]),
];

function kindOf(name: string): 'query' | 'mutation' {
  const { procedures } = appRouter._def as unknown as {
    procedures: Record<string, { _def: { type: string } }>;
  };
  return procedures[name]?._def.type === 'query' ? 'query' : 'mutation';
}

/** Whether a call only reads data. */
const isRead = (name: string) =>
  /^(GET|GraphQL Query)/.test(name) || (name.startsWith('tRPC ') && kindOf(name.slice(5)) === 'query');

/** The calls that return the outcome of the first order after it was paid. */
const OF_PAID_ORDER = new Set(['POST /api/register/payment/card', 'tRPC registration.payByCard']);

describe.each(table)('%s is %s', (name, access, hasStatus, ask) => {
  test.each(CALLERS)('%s', async (who) => {
    const expected = REFUSED[access][who];
    const isUnchanged = isRead(name) || (OF_PAID_ORDER.has(name) && needsSubscriber(who));
    const { caller, own } = await callerOf(who, !expected && !isUnchanged);
    const outcome = await ask(caller, own);
    if (!expected) return expect(outcome.code).not.toMatch(SHUT);
    expect(outcome.code).toMatch(expected);
    expect(outcome.status).toBe(hasStatus ? (STATUS[outcome.code] ?? 404) : 200);
  });
});

describe.each(table.filter(([, access]) => access === 'owner' || access === 'own_session'))(
  '%s of another account',
  (_name, _access, _has, ask) => {
    test('gets the same response with the same queries as an id that does not exist', async () => {
      const stranger = await subscriber(world);
      const theirs = await ownOf(await subscriber(world));
      const never = {
        sessionId: hashSecret('never'),
        orderId: `${theirs.orderId.slice(0, -4)}zzzz`,
        cardId: `${theirs.cardId.slice(0, -4)}zzzz`,
        passkeyId: `${theirs.passkeyId.slice(0, -4)}zzzz`,
      };
      const answerTo = async (own: Own) => {
        let text = '';
        const asked = await queriesOf(world.db, async () => ({ text } = await ask(stranger, own)));
        return {
          text: Object.values<string>({ ...own }).reduce((all, id) => all.replaceAll(id, 'X'), text),
          asked,
        };
      };
      await answerTo(never); // The first call fills the caches.
      expect(await answerTo(theirs)).toEqual(await answerTo(never));
    });
  },
);
