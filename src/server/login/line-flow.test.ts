import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { logInAs, throughRest } from '@/testing/callers';
import {
  consentAt,
  createTraveller,
  lineUserId,
  MALI,
  plantIdentity,
  walkToLine,
  walkUntilCallback,
} from '@/testing/line';
import { injectFault } from '@/testing/providers';
import { pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { markOfLineUser } from './line-flow';

let mali: Planted;
const world = withWorld({ cleanup: 'empty' });
beforeEach(async () => {
  mali = await plantSubscriber(world);
  await plantIdentity(world, mali.accountId, MALI.subject);
});

const LOGIN = { intent: 'login' };
const UNFINISHED = '/login?line=unfinished';

async function sessions(): Promise<string[]> {
  const rows = await world.db.execute<{ method: string }>(
    sql`select method from sessions order by created_at`,
  );
  return rows.map((row) => row.method);
}
async function flows(): Promise<number> {
  const [row] = await world.db.execute<{ n: number }>(sql`select count(*)::int as n from line_flows`);
  return row?.n ?? 0;
}

describe('starting a LINE log-in', () => {
  test('redirects to LINE with all parameters that bind the response to this browser and this flow', async () => {
    const traveller = createTraveller(world);
    const { status, to, headers } = await traveller.start(LOGIN);
    const url = new URL(to ?? '');
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect([status, url.origin + url.pathname]).toEqual([
      303,
      `${world.sandboxUrl}/line/access/oauth2/v2.1/authorize`,
    ]);
    for (const secret of [state, nonce, code_challenge]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(rest).toEqual({
      response_type: 'code',
      client_id: '1650000000',
      redirect_uri: 'http://localhost:3999/api/auth/line/callback',
      code_challenge_method: 'S256',
      scope: 'profile openid email',
      bot_prompt: 'normal',
      ui_locales: 'en-US',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^line-flow=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const [row] = await world.db.execute<{ whole: string }>(sql`select f::text as whole from line_flows f`);
    expect(row?.whole).not.toContain(traveller.jar.get('line-flow'));
    expect(row?.whole).not.toContain(state);
  });

  test.each([
    [{ ...LOGIN, again: '1' }, 'disable_auto_login', 'true'],
    [{ ...LOGIN, next: '/th/account' }, 'ui_locales', 'th-TH'],
    [{ ...LOGIN, locale: 'th' }, 'ui_locales', 'th-TH'],
  ])('with %o has %s=%s', async (query, name, value) => {
    const { to } = await createTraveller(world).start(query);
    expect(new URL(to ?? '').searchParams.get(name)).toBe(value);
  });

  test.each(['', '?intent=', '?intent=logout', '?intent=LOGIN'])(
    'for an unknown intent is refused: %j',
    async (query) => {
      const path = `/api/auth/line/start${query}`;
      const refused = await throughRest(world, { cookie: '', account: null }, [`GET ${path}`]);
      expect([refused.status, refused.code, refused.fieldErrors]).toEqual([
        400,
        'INPUT_INVALID',
        { intent: [expect.any(String)] },
      ]);
    },
  );

  test.each([
    ['sec-fetch-dest', 'image'],
    ['sec-fetch-dest', 'iframe'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['next-router-prefetch', '1'],
  ])('is refused when the browser did not navigate by itself: %s: %s', async (name, value) => {
    const traveller = createTraveller(world);
    const { status, to } = await traveller.start(LOGIN, { [name]: value });
    expect([status, to, traveller.jar.size, await flows()]).toEqual([204, null, 0, 0]);
  });

  test('by HEAD starts nothing, and POST does not exist', async () => {
    const path = '/api/auth/line/start?intent=login';
    expect((await world.request('HEAD', path)).status).toBe(204);
    expect((await world.request('POST', path, {})).status).toBe(405);
    expect(await flows()).toBe(0);
  });

  test('to link without a session redirects to the log-in first', async () => {
    const { to } = await createTraveller(world).start({ intent: 'link', locale: 'th' });
    expect(to).toBe('/th/login?next=%2Fth%2Faccount%2Fdetails%2Fline');
  });

  test.each([
    [{ intent: 'link' }, '/account/details/line'],
    [{ intent: 'login' }, '/login'],
    [{ intent: 'login', next: '/th/account/orders' }, '/th/login?next=%2Fth%2Faccount%2Forders'],
    [{ intent: 'register' }, '/register/details'],
  ])('from another site with %j redirects to the page where the user can start', async (query, page) => {
    const traveller = createTraveller(world);
    traveller.carry((await logInAs(world, mali)).cookie);
    const { to } = await traveller.start(query, { 'sec-fetch-site': 'cross-site' });
    expect([to, traveller.jar.has('line-flow'), await flows()]).toEqual([page, false, 0]);
  });
});

describe('a state that does not belong to the LINE flow starts no session when it is', () => {
  test.each([
    ['missing', (back: URL) => back.searchParams.delete('state')],
    ['wrong', (back: URL) => back.searchParams.set('state', 'a'.repeat(43))],
    ['empty', (back: URL) => back.searchParams.set('state', '')],
  ])('%s', async (_name, breakIt) => {
    const traveller = createTraveller(world);
    const back = new URL(await walkUntilCallback(world, traveller, MALI, LOGIN), 'http://x.test');
    breakIt(back);
    expect((await traveller.open(back.pathname + back.search)).to).toBe(UNFINISHED);
    expect([await sessions(), await flows()]).toEqual([[], 0]);
  });

  test('reused', async () => {
    const traveller = createTraveller(world);
    const back = await walkUntilCallback(world, traveller, MALI, LOGIN);
    const kept = new Map(traveller.jar);
    expect((await traveller.open(back)).to).toBe('/account');
    expect((await traveller.open(back)).to).toBe(UNFINISHED);
    expect((await createTraveller(world, kept).open(back)).to).toBe(UNFINISHED);
    expect(await sessions()).toEqual(['line']);
  });

  test('opened eight times at once, except for one', async () => {
    const traveller = createTraveller(world);
    const back = await walkUntilCallback(world, traveller, MALI, LOGIN);
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => createTraveller(world, new Map(traveller.jar)).open(back)),
    );
    expect(ends.map(({ to }) => to).sort()).toEqual(['/account', ...Array<string>(7).fill(UNFINISHED)]);
    expect(await sessions()).toEqual(['line']);
  });

  test('from another browser, with its own flow or without one', async () => {
    const back = await walkUntilCallback(world, createTraveller(world), MALI, LOGIN);
    expect((await createTraveller(world).open(back)).to).toBe(UNFINISHED);
    const other = createTraveller(world);
    await other.start(LOGIN);
    expect((await other.open(back)).to).toBe(UNFINISHED);
    expect(await sessions()).toEqual([]);
  });

  test('older than ten minutes', async () => {
    const traveller = createTraveller(world);
    const back = await walkUntilCallback(world, traveller, MALI, LOGIN);
    await pass(world, { minutes: 10 });
    expect((await traveller.open(back)).to).toBe(UNFINISHED);
    expect(await sessions()).toEqual([]);
  });

  test("returned after LINE's automatic log-in failed: the flow restarts without it", async () => {
    const traveller = createTraveller(world);
    const consent = { ...MALI, action: 'auto_login_failure' };
    expect(await walkToLine(world, traveller, consent, { ...LOGIN, next: '/account/orders' })).toBe(
      '/login?line=unfinished&next=%2Faccount%2Forders',
    );
    const again = { ...LOGIN, next: '/account/orders', again: '1' };
    expect(await walkToLine(world, traveller, MALI, again)).toBe('/account/orders');
  });
});

describe('a button in a LINE message', () => {
  const BUTTON = { ...LOGIN, in: 'line', next: '/account/rewards/points' };

  test('opens its page at once for who is logged in, and through LINE for everybody else', async () => {
    const traveller = createTraveller(world);
    expect(await walkToLine(world, traveller, MALI, BUTTON)).toBe(BUTTON.next);
    const { to } = await traveller.start(BUTTON);
    expect([to, await sessions()]).toEqual([BUTTON.next, ['line']]);
    expect((await traveller.start({ ...BUTTON, next: 'https://evil.example/account' })).to).toBe('/account');
  });

  test('of another person opens nothing, neither for who is logged in nor for the LINE user of the phone', async () => {
    const nok = await plantSubscriber(world);
    await plantIdentity(world, nok.accountId, lineUserId('nok'));
    const traveller = createTraveller(world);
    const forNok = { ...BUTTON, for: markOfLineUser(lineUserId('nok')) };
    const other = `/login?line=linked_elsewhere&next=${encodeURIComponent(BUTTON.next)}`;
    expect(await walkToLine(world, traveller, MALI, forNok)).toBe(other);
    expect(await sessions()).toEqual([]);
    traveller.carry((await logInAs(world, mali)).cookie);
    expect(await walkToLine(world, traveller, MALI, forNok)).toBe(other);
    const isMali = { account: { id: mali.accountId } };
    const who = () => throughRest(world, { cookie: traveller.cookies(), account: null }, ['GET /api/me']);
    expect((await who()).data).toMatchObject(isMali);
    expect(await walkToLine(world, traveller, { person: 'nok' }, forNok)).toBe(BUTTON.next);
    expect((await who()).data).toMatchObject({ account: { id: nok.accountId } });
    expect((await traveller.start(forNok)).to).toBe(BUTTON.next);
  });

  test('with a LINE user who has no account says so and starts no session', async () => {
    const to = await walkToLine(world, createTraveller(world), { person: 'ploy' }, BUTTON);
    expect(to).toContain('line=not_linked');
    expect(await sessions()).toEqual([]);
  });
});

describe('returning from LINE', () => {
  test('logs in: a new session of method line starts, the earlier one ends', async () => {
    const traveller = createTraveller(world);
    const before = await logInAs(world, mali);
    traveller.carry(before.cookie);
    expect(await walkToLine(world, traveller, MALI, LOGIN)).toBe('/account');
    expect(await sessions()).toEqual(['line']);
    expect(traveller.cookies()).not.toContain(before.cookie);
    expect(traveller.jar.has('line-flow')).toBe(false);
    expect(traveller.jar.has('device')).toBe(true);
    const me = await throughRest(world, { cookie: traveller.cookies(), account: null }, ['GET /api/me']);
    expect(me.data).toMatchObject({ account: { id: mali.accountId, lineLinked: true } });
  });

  test("to prove the identity with another person's LINE changes no session", async () => {
    const nok = await plantSubscriber(world);
    await plantIdentity(world, nok.accountId, lineUserId('nok'));
    const traveller = createTraveller(world);
    traveller.carry((await logInAs(world, mali)).cookie);
    const next = '/account/details/password';
    const end = await walkToLine(world, traveller, { person: 'nok' }, { ...LOGIN, next });
    expect(end).toBe(`/login?line=linked_elsewhere&next=${encodeURIComponent(next)}`);
    const me = await throughRest(world, { cookie: traveller.cookies(), account: null }, ['GET /api/me']);
    expect(me.data).toMatchObject({ account: { id: mali.accountId } });
    expect(await walkToLine(world, traveller, MALI, { ...LOGIN, next })).toBe(next);
    expect(await sessions()).toEqual(['line']);
  });

  test('by HEAD or prefetch leaves the flow usable', async () => {
    const traveller = createTraveller(world);
    const back = await walkUntilCallback(world, traveller, MALI, LOGIN);
    const cookie = traveller.cookies();
    expect((await world.request('HEAD', back, undefined, { cookie })).status).toBe(204);
    expect((await traveller.open(back, { 'sec-purpose': 'prefetch' })).status).toBe(204);
    expect((await traveller.open(back)).to).toBe('/account');
  });

  test.each([
    ['cancel', undefined, '/login?line=denied'],
    ['cancel', 'callback_lowercase_error', '/login?line=denied'],
    ['cancel', 'error_without_state', UNFINISHED],
    ['allow', 'extra_query_params', '/account'],
    ['server_error', undefined, '/login?line=failed'],
    ['login_required', undefined, UNFINISHED],
  ])('after "%s" with %s ends at %s', async (action, kind, end) => {
    if (kind !== undefined) await injectFault(world, { service: 'line', op: '*', kind });
    expect(await walkToLine(world, createTraveller(world), { ...MALI, action }, LOGIN)).toBe(end);
    expect(await sessions()).toEqual(end === '/account' ? ['line'] : []);
  });

  test('with a profile that is not linked logs no account in, whatever account has its e-mail', async () => {
    const traveller = createTraveller(world);
    const end = await walkToLine(world, traveller, { person: 'nok' }, { ...LOGIN, next: '/th/account' });
    expect(end).toBe('/th/login?line=not_linked');
    expect(await sessions()).toEqual([]);
  });

  test('without a code fails', async () => {
    const traveller = createTraveller(world);
    const { to } = await traveller.start(LOGIN);
    const state = new URL(to ?? '').searchParams.get('state') ?? '';
    expect((await traveller.open(`/api/auth/line/callback?state=${state}`)).to).toBe('/login?line=failed');
  });

  test('with a used code fails', async () => {
    const first = createTraveller(world);
    const used = new URL(await walkUntilCallback(world, first, MALI, LOGIN), 'http://x.test');
    await first.open(used.pathname + used.search);
    const second = createTraveller(world);
    const { to } = await second.start(LOGIN);
    const state = new URL(to ?? '').searchParams.get('state') ?? '';
    const replay = `/api/auth/line/callback?code=${used.searchParams.get('code')}&state=${state}`;
    expect((await second.open(replay)).to).toBe('/login?line=failed');
    expect(await sessions()).toEqual(['line']);
  });

  test("with another person's code in one's own flow fails: the verifier differs", async () => {
    const theirs = new URL(
      await walkUntilCallback(world, createTraveller(world), MALI, LOGIN),
      'http://x.test',
    );
    const mine = createTraveller(world);
    const own = new URL((await mine.start(LOGIN)).to ?? '');
    const slipped = `/api/auth/line/callback?code=${theirs.searchParams.get('code')}&state=${own.searchParams.get('state')}`;
    expect((await mine.open(slipped)).to).toBe('/login?line=failed');
    expect(await sessions()).toEqual([]);
  });
});

describe('the return path of a LINE log-in', () => {
  test.each([
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/%2f%2fevil.test',
    '%2f%2fevil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/api/logout',
    '/%61pi/auth/line/start?intent=login',
    '/account/../api/logout',
    '/\r\nset-cookie: a=b',
    '',
  ])('is dropped for %j', async (next) => {
    expect(await walkToLine(world, createTraveller(world), MALI, { ...LOGIN, next })).toBe('/account');
  });

  test('is kept for a page of this site, in its language, also after a failure', async () => {
    const query = { ...LOGIN, next: '/th/account/orders?page=2' };
    const traveller = createTraveller(world);
    expect(await walkToLine(world, traveller, MALI, query)).toBe('/th/account/orders?page=2');
    const denied = await walkToLine(world, traveller, { ...MALI, action: 'cancel' }, query);
    expect(denied).toBe('/th/login?line=denied&next=%2Fth%2Faccount%2Forders%3Fpage%3D2');
  });

  test.each([
    '/account?x=ก',
    '/account/ก?x=ก#ก',
    '/account?x=😀',
    '/account?x=%E0%B8%81',
    '/account?x=\u0085ÿ',
  ])('is encoded for a page whose path no header can hold: %s', async (next) => {
    const { href, origin } = new URL(next, world.sandboxUrl);
    const traveller = createTraveller(world);
    expect(await walkToLine(world, traveller, MALI, { ...LOGIN, next })).toBe(href.slice(origin.length));
    const me = await throughRest(world, { cookie: traveller.cookies(), account: null }, ['GET /api/me']);
    expect(me.data).toMatchObject({ account: { id: mali.accountId } });
    const somebody = await plantSubscriber(world);
    traveller.carry((await logInAs(world, somebody)).cookie);
    const linked = await walkToLine(world, traveller, { person: 'nok' }, { intent: 'link', next });
    expect(linked).toMatch(/^\/account\/details\/line\?line=linked&next=/);
  });

  test('does not depend on the Host header: LINE gets the configured address', async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    const { to } = await createTraveller(world).start(LOGIN, headers);
    expect(new URL(to ?? '').searchParams.get('redirect_uri')).toBe(
      'http://localhost:3999/api/auth/line/callback',
    );
    expect(await consentAt(world, to ?? '', MALI.person)).toMatch(/^\/api\/auth\/line\/callback\?code=/);
  });
});
