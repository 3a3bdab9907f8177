import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cards, orders, passkeys } from '@/server/db/schema';
import { accessOf, inputOf, type Access, type Own } from '@/testing/access';
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
import { plantBankAccount } from '@/testing/bank-accounts';
import { plantManualRefund } from '@/testing/manual-refunds';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { hashSecret } from '@/server/login/session';
import { wholeOperation } from '@/testing/graphql-selection';
import { queriesOf } from '@/testing/queries';
import { plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { CALLS } from './calls';
import { schema } from './graphql/schema';
import { SYSTEM_ROUTES } from './system-routes';
import type { SystemCall } from './system/system-call';

/*
 * Tests the complete access matrix: every path, procedure and root field × every kind of caller. Callers and inputs
 * come from `who` and `example` of the calls.
 */
const world = withWorld();

const OF_SYSTEM: Record<SystemCall['who'], Access> = {
  anyone: 'open',
  link: 'hidden',
  operator: 'token',
  signed: 'token',
  payer: 'of_a_paid_order',
  staff: 'token',
  sandbox: 'hidden',
};

/** The queries of GraphQL: the allowed callers, and a document. */
const QUERIES: Record<string, [Access, string]> = {
  products: ['open', '{ products { code } }'],
  plans: ['open', '{ plans { code } }'],
  cancelReasons: ['open', '{ cancelReasons { code } }'],
  viewer: ['session', '{ viewer { account { id } subscription { status } points } }'],
};

describe('the access matrix has a row for', () => {
  test('every procedure, and its example is a valid input', () => {
    for (const { name, input, meta } of CALLS)
      expect([name, input?.safeParse(meta.example?.input).success ?? true]).toEqual([name, true]);
    expect(CALLS.filter(({ meta }) => meta.who === undefined)).toEqual([]);
  });

  test('every root field', () => {
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).sort()).toEqual(Object.keys(QUERIES).sort());
    const mutations = CALLS.flatMap(({ meta: { graphql = [] } }) => [graphql].flat());
    expect(mutations.map(({ mutation }) => mutation).sort()).toEqual(
      Object.keys(schema.getMutationType()?.getFields() ?? {}).sort(),
    );
    expect(schema.getSubscriptionType()).toBeUndefined();
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
    'other subscriber': /^((ORDER|CARD|PASSKEY)_)?NOT_FOUND$/,
    'registration in progress': /^NOT_ALLOWED$/,
  },
  own_row: {
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
  const bankAccountId = await plantBankAccount(world, accountId);
  const refundId = await plantManualRefund(world, ahead?.id);
  return {
    sessionId,
    passkeyId,
    bankAccountId,
    refundId,
    orderId: ahead?.id ?? 'ord_none',
    cardId: kept?.id ?? 'card_none',
  };
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
  await plantBankAccount(world, caller.account?.accountId ?? '');
  return { caller, own: await ownOf(who === 'owner' ? caller : await shared('owner')) };
}

type Ask = (caller: Caller, own: Own) => Promise<Outcome>;
type Row = [name: string, access: Access, hasStatus: boolean, ask: Ask];

const rowsOfSystem = Object.entries(SYSTEM_ROUTES).map(([path, { method, who, operation }]): Row => {
  const body = operation?.requestBody as { content: Record<string, { example?: unknown }> } | undefined;
  const call = `${method} ${path}`;
  const example = method === 'GET' ? undefined : body?.content['application/json']?.example;
  return [call, OF_SYSTEM[who], true, (caller) => throughRest(world, caller, [call, example])];
});

const GRAPHQL = 'POST /api/graphql';
const rowOfGraphql: Row = [
  GRAPHQL,
  'open',
  true,
  (caller) => throughRest(world, caller, [GRAPHQL, { query: '{ __typename }' }]),
];

const rowsOfQueries = Object.entries(QUERIES).map(([name, [access, query]]): Row => [
  `GraphQL Query.${name}`,
  access,
  false,
  (caller) => throughGraphql(world, caller, [query]),
]);

const rowsOfCalls = CALLS.flatMap((call): Row[] => {
  const { rest, graphql = [] } = call.meta;
  const access = accessOf(call);
  const input = (own: Own) => inputOf(call, own);
  return [
    ...[rest?.path, rest?.also].flatMap((path): Row[] =>
      path
        ? [
            [
              path,
              access,
              true,
              (caller, own) => throughRest(world, caller, [path, bodyOf(path, input(own))]),
            ],
          ]
        : [],
    ),
    // Calls of programs have their path alone.
    ...(call.meta.who === 'token'
      ? []
      : [
          [
            `tRPC ${call.name}`,
            access,
            true,
            (caller, own) => throughTrpc(world, caller, [call.name, call.type, input(own)]),
          ] satisfies Row,
        ]),
    ...[graphql].flat().map(({ mutation, fixed }): Row => [
      `GraphQL Mutation.${mutation}`,
      access,
      false,
      (caller, own) => {
        const given = Object.entries({ ...input(own) }).filter(([name]) => !fixed || !(name in fixed));
        const variables = Object.fromEntries(given);
        return throughGraphql(world, caller, [wholeOperation('mutation', mutation, variables), variables]);
      },
    ]),
  ];
});

/** A GET has no body. The input of its call can be omitted. */
const bodyOf = (path: string, input: unknown) => (path.startsWith('GET') ? undefined : input);

const table: Row[] = [rowOfGraphql, ...rowsOfSystem, ...rowsOfQueries, ...rowsOfCalls];

const READS: ReadonlySet<string> = new Set(
  CALLS.filter(({ type }) => type === 'query').map(({ name }) => `tRPC ${name}`),
);

/** Whether a call only reads data. */
const isRead = (name: string) => /^(GET|GraphQL Query)/.test(name) || READS.has(name);

/** The calls that return the outcome of the first order after it was paid. */
const OF_PAID_ORDER = new Set([
  'POST /api/register/payment/card',
  'tRPC registration.payByCard',
  'tRPC bankAccounts.payFirst',
]);

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

describe.each(table.filter(([, access]) => access === 'owner' || access === 'own_row'))(
  '%s of another account',
  (_name, _access, _has, ask) => {
    test('gets the same response with the same queries as an id that does not exist', async () => {
      const stranger = await subscriber(world);
      const theirs = await ownOf(await subscriber(world));
      const never = {
        sessionId: hashSecret('never'),
        orderId: `${theirs.orderId.slice(0, -4)}zzzz`,
        cardId: `${theirs.cardId.slice(0, -4)}zzzz`,
        bankAccountId: `${theirs.bankAccountId.slice(0, -4)}zzzz`,
        passkeyId: `${theirs.passkeyId.slice(0, -4)}zzzz`,
        refundId: `${theirs.refundId.slice(0, -4)}zzzz`,
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
