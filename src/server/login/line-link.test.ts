import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, identities } from '@/server/db/schema';
import { openPaymentLink } from '@/testing/account-caller';
import { logInAs, throughGraphql, throughRest, throughTrpc, type Caller } from '@/testing/callers';
import {
  createTraveller,
  lineUserId,
  MALI,
  plantIdentity,
  walkToLine,
  walkUntilCallback,
} from '@/testing/line';
import { plantRegistration, plantSubscriber, messageKindsOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { hashPassword } from './password';
import { expireRegistration } from '../subscriber/account/expire-registrations';
import { getMe } from '../subscriber/account/me';

const world = withWorld({ cleanup: 'empty' });

const LINK = { intent: 'link' };
const PAGE = '/account/details/line';
const LINKED = `${PAGE}?line=linked`;
const ELSEWHERE = `${PAGE}?line=linked_elsewhere`;

async function travelAs(caller: Caller) {
  const traveller = createTraveller(world);
  traveller.carry(caller.cookie);
  return traveller;
}
async function linkAs(account: Planted, person = 'mali') {
  return walkToLine(world, await travelAs(await logInAs(world, account)), { person }, LINK);
}
async function ownerOf(subject: string) {
  const [row] = await world.db.select().from(identities).where(eq(identities.subject, subject));
  return row?.accountId ?? null;
}
const PASSWORD = 'correct horse';
const passwordHash = hashPassword(PASSWORD);
const provide = async (account: Planted, what: { password?: boolean; verified?: boolean }) =>
  transaction(world.db, async (tx) =>
    tx
      .update(accounts)
      .set({
        passwordHash: what.password ? await passwordHash : null,
        emailVerifiedAt: what.verified ? world.now() : null,
      })
      .where(eq(accounts.id, account.accountId)),
  );
async function audited(accountId: string): Promise<string[]> {
  const rows = await world.db.execute<{ what: string }>(
    sql`select what from audit_events where subject = ${accountId} and what like 'account.line%' order by at`,
  );
  return rows.map((row) => row.what);
}
const lineMails = async (account: Planted) =>
  (await messageKindsOf(world, account.accountId)).filter((kind) => kind.startsWith('line_'));
const loginMethods = (caller: Caller) => throughTrpc(world, caller, ['account.loginMethods', 'query']);
const unlink = (caller: Caller) => throughTrpc(world, caller, ['account.unlinkLine', 'mutation', {}]);

describe('linking LINE', () => {
  test('adds a login method, notifies the owner by mail and is audited once', async () => {
    const account = await plantSubscriber(world);
    expect(await linkAs(account)).toBe(LINKED);
    const traveller = createTraveller(world);
    expect(await walkToLine(world, traveller, MALI, { intent: 'login' })).toBe('/account');
    const ways = await loginMethods({ cookie: traveller.cookies(), account });
    expect(ways.data).toEqual({
      hasPassword: false,
      emailVerified: false,
      line: {
        displayName: 'Mali',
        friend: true,
        blocked: false,
        isNew: true,
        connectedAt: expect.any(String) as string,
      },
      canUnlinkLine: false,
      lineCanProve: false,
      passkeys: 0,
      passkeyCanProve: false,
      freshLogIn: false,
    });
    expect([await lineMails(account), await audited(account.accountId)]).toEqual([
      ['line_linked'],
      ['account.line_linked'],
    ]);
  });

  test('a second time changes nothing and sends no mail', async () => {
    const account = await plantSubscriber(world);
    await linkAs(account);
    expect(await linkAs(account)).toBe(LINKED);
    expect([await lineMails(account), await audited(account.accountId)]).toEqual([
      ['line_linked'],
      ['account.line_linked'],
    ]);
  });

  test('with a profile of another account is refused and leaves it there', async () => {
    const [one, other] = [await plantSubscriber(world), await plantSubscriber(world)];
    await linkAs(one);
    expect(await linkAs(other)).toBe(ELSEWHERE);
    expect([await ownerOf(MALI.subject), await lineMails(other)]).toEqual([one.accountId, []]);
  });

  test('with a second profile for one account is refused', async () => {
    const account = await plantSubscriber(world);
    await linkAs(account);
    expect(await linkAs(account, 'nok')).toBe(ELSEWHERE);
    expect(await ownerOf(lineUserId('nok'))).toBeNull();
  });

  test('by six accounts at once with one profile works for one', async () => {
    const walks = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const account = await plantSubscriber(world);
        return { account, traveller: await travelAs(await logInAs(world, account)) };
      }),
    );
    const backs: string[] = [];
    for (const { traveller } of walks) backs.push(await walkUntilCallback(world, traveller, MALI, LINK));
    const ends = await Promise.all(walks.map(({ traveller }, n) => traveller.open(backs[n] ?? '')));
    expect(ends.map(({ to }) => to).sort()).toEqual([LINKED, ...Array<string>(5).fill(ELSEWHERE)].sort());
    const mails = await Promise.all(walks.map(({ account }) => lineMails(account)));
    expect(mails.flat()).toEqual(['line_linked']);
  });

  test('with two profiles at once for one account links one', async () => {
    const account = await plantSubscriber(world);
    const [a, b] = [
      await travelAs(await logInAs(world, account)),
      await travelAs(await logInAs(world, account)),
    ];
    const backs = [
      await walkUntilCallback(world, a, { person: 'mali' }, LINK),
      await walkUntilCallback(world, b, { person: 'nok' }, LINK),
    ];
    const ends = await Promise.all([a.open(backs[0] ?? ''), b.open(backs[1] ?? '')]);
    expect(ends.map(({ to }) => to).sort()).toEqual([LINKED, ELSEWHERE].sort());
    expect(await world.db.select().from(identities)).toHaveLength(1);
  });

  test.each([
    ['has been logged out meanwhile', (_account: Planted) => Promise.resolve('session=' + 'x'.repeat(40))],
    ['is somebody else’s by now', async () => (await logInAs(world, await plantSubscriber(world))).cookie],
  ])('after a return to a browser that %s links nothing', async (_name, cookieOf) => {
    const account = await plantSubscriber(world);
    const traveller = await travelAs(await logInAs(world, account));
    const back = await walkUntilCallback(world, traveller, MALI, LINK);
    traveller.carry(await cookieOf(account));
    expect((await traveller.open(back)).to).toBe(`${PAGE}?line=unfinished`);
    expect(await ownerOf(MALI.subject)).toBeNull();
  });

  test('waits for the payment of a registration and for a pending offline payment, and says so', async () => {
    expect(await linkAs(await plantRegistration(world))).toBe(`${PAGE}?line=payment_pending`);
    const pending = await plantSubscriber(world);
    await openPaymentLink(world, pending.email);
    expect(await linkAs(pending)).toBe(`${PAGE}?line=payment_pending`);
    expect(await ownerOf(MALI.subject)).toBeNull();
  });

  test('denied at LINE is reported on the page where it began', async () => {
    const account = await plantSubscriber(world);
    const traveller = await travelAs(await logInAs(world, account));
    const query = { ...LINK, next: '/th/account' };
    expect(await walkToLine(world, traveller, { ...MALI, action: 'cancel' }, query)).toBe(
      '/th/account/details/line?line=denied&next=%2Fth%2Faccount',
    );
  });
});

describe('unlinking LINE', () => {
  test.each([
    ['a password', { password: true }],
    ['a verified e-mail', { verified: true }],
  ])('is possible with %s; the owner is notified and LINE sessions end', async (_name, other) => {
    const account = await plantSubscriber(world);
    await linkAs(account);
    await provide(account, other);
    const stolen = await logInAs(world, account, 0, 'line');
    const own = await logInAs(world, account);
    const elsewhere = await logInAs(world, account);
    const done = await unlink(own);
    expect(done.data).toMatchObject({ line: null, canUnlinkLine: false });
    expect((await loginMethods(own)).data).toEqual(done.data);
    expect(await ownerOf(MALI.subject)).toBeNull();
    expect((await loginMethods(stolen)).code).toBe('NOT_LOGGED_IN');
    expect((await loginMethods(elsewhere)).code).toBe('ok');
    expect(await lineMails(account)).toEqual(['line_linked', 'line_unlinked']);
    expect(await audited(account.accountId)).toEqual(['account.line_linked', 'account.line_unlinked']);
    expect(await walkToLine(world, createTraveller(world), MALI, { intent: 'login' })).toBe(
      '/login?line=not_linked',
    );
  });

  test('is refused through REST, tRPC and GraphQL while LINE is the only login method', async () => {
    const account = await plantSubscriber(world);
    await plantIdentity(world, account.accountId, MALI.subject);
    const caller = await logInAs(world, account, 0, 'line');
    expect([(await unlink(caller)).code, (await unlink(caller)).status]).toEqual(['LAST_WAY_IN', 409]);
    const graphql = await throughGraphql(world, caller, ['mutation { unlinkLine { lineLinked } }']);
    expect([graphql.code, graphql.message]).toEqual([
      'LAST_WAY_IN',
      'This is your only way to log in. Set a password or confirm your email first.',
    ]);
    expect(await ownerOf(MALI.subject)).toBe(account.accountId);
  });

  test('twice at once happens once; without LINE it changes nothing', async () => {
    const account = await plantSubscriber(world);
    await linkAs(account);
    await provide(account, { password: true });
    const caller = await logInAs(world, account);
    const codes = await Promise.all([unlink(caller), unlink(caller), unlink(caller)]);
    expect(codes.map(({ code }) => code)).toEqual(['ok', 'ok', 'ok']);
    expect(await lineMails(account)).toEqual(['line_linked', 'line_unlinked']);
    const graphql = await throughGraphql(world, caller, [
      'mutation { unlinkLine { lineLinked hasPassword emailVerified canUnlinkLine } }',
    ]);
    expect(graphql.data).toEqual({
      lineLinked: false,
      hasPassword: true,
      emailVerified: false,
      canUnlinkLine: false,
    });
    expect(await lineMails(account)).toEqual(['line_linked', 'line_unlinked']);
  });

  test('is refused during a pending offline payment', async () => {
    const account = await plantSubscriber(world);
    await linkAs(account);
    await provide(account, { password: true });
    await openPaymentLink(world, account.email);
    expect((await unlink(await logInAs(world, account))).code).toBe('PAYMENT_PENDING');
  });
});

test('linking and unlinking need a log-in of the last ten minutes, or, to unlink, the password', async () => {
  const account = await plantSubscriber(world);
  await provide(account, { password: true });
  const caller = await logInAs(world, account, 10 * 60_000);
  const traveller = await travelAs(caller);
  expect((await loginMethods(caller)).data).toMatchObject({ freshLogIn: false });
  expect((await traveller.start(LINK)).to).toBe('/account/details/line');
  const fresh = await logInAs(world, account, 9 * 60_000);
  expect((await loginMethods(fresh)).data).toMatchObject({ freshLogIn: true });
  expect(await walkToLine(world, await travelAs(fresh), MALI, LINK)).toBe(
    '/account/details/line?line=linked',
  );
  expect([(await unlink(caller)).code, (await unlink(caller)).status]).toEqual(['PROOF_REQUIRED', 403]);
  const attempt = (password: string) =>
    throughTrpc(world, caller, ['account.unlinkLine', 'mutation', { password }]);
  expect((await attempt('wrong horse')).code).toBe('PASSWORD_INCORRECT');
  expect(await ownerOf(MALI.subject)).toBe(account.accountId);
  const graphql = await throughGraphql(world, caller, [
    `mutation { unlinkLine(password: "${PASSWORD}") { lineLinked } }`,
  ]);
  expect([graphql.code, await ownerOf(MALI.subject)]).toEqual(['ok', null]);
});

describe('LINE data is deleted', () => {
  const traces = async () => {
    const rows = await world.db.execute<{ n: number }>(sql`
      select (select count(*) from identities)::int + (select count(*) from line_flows)::int
        + (select count(*) from line_registrations)::int
        + (select count(*) from provider_events where provider = 'line')::int as n`);
    return rows[0]?.n;
  };
  const plantTraces = async ({ accountId }: Planted, caller: Caller | null) => {
    await plantIdentity(world, accountId, MALI.subject);
    await transaction(world.db, async (tx) => {
      const now = world.now().toISOString();
      await tx.execute(sql`insert into provider_events (provider, event_id, kind, subject, body, received_at)
        values ('line', 'E1', 'follow', ${MALI.subject}, '{}', ${now})`);
      await tx.execute(sql`insert into line_registrations (id, subject, created_at, expires_at)
        values ('r', ${MALI.subject}, ${now}, ${now})`);
    });
    if (caller) await (await travelAs(caller)).start(LINK);
    return traces();
  };

  test('with the account', async () => {
    const account = await plantSubscriber(world);
    const caller = await logInAs(world, account, 0, 'line');
    expect(await plantTraces(account, caller)).toBe(4);
    const deleted = await throughTrpc(world, caller, ['account.delete', 'mutation', {}]);
    expect([deleted.code, await traces()]).toEqual(['ok', 0]);
    const again = await walkToLine(world, createTraveller(world), MALI, { intent: 'register' });
    expect(again).toBe('/register/details');
  });

  test('with an expired registration', async () => {
    const account = await plantRegistration(world);
    expect(await plantTraces(account, null)).toBe(3);
    await expireRegistration(world.ctx(new Date('2026-11-28T12:00:00+07:00')), account.subscriptionId);
    expect(await traces()).toBe(0);
  });
});

test('every view of the account shows whether LINE is linked', async () => {
  const account = await plantSubscriber(world);
  await linkAs(account);
  const caller = await logInAs(world, account);
  const me = await getMe(world.ctx(), caller.cookie.split('=')[1] ?? '');
  const profile = await throughTrpc(world, caller, ['account.profile', 'query']);
  expect([me.account.lineLinked, profile.data]).toEqual([
    true,
    expect.objectContaining({ lineLinked: true }),
  ]);
  const rest = await throughRest(world, caller, ['GET /api/me']);
  expect(rest.data).toMatchObject({ account: { lineLinked: true } });
});
