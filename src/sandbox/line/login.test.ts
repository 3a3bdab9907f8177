import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dataOf, openWorld } from '../test-world';
import {
  authorizeUrl,
  bearing,
  CALLBACK,
  claimsOf,
  exchangeForm,
  headerOf,
  login,
  personOf,
  postForm,
  walk,
} from './test-login';

type World = ReturnType<typeof openWorld>;
const params = (url: URL) => Object.fromEntries(url.searchParams);
describe('the authorisation page', () => {
  test.each([
    ['an unknown channel', { client_id: '1' }],
    ['another path', { redirect_uri: `${CALLBACK}/more` }],
    ['another host', { redirect_uri: 'http://evil.test/api/auth/line/callback' }],
    ['another port', { redirect_uri: 'http://shop.test:81/api/auth/line/callback' }],
    ['a user name before the host', { redirect_uri: 'http://shop.test@evil.test/api/auth/line/callback' }],
    ['no callback', { redirect_uri: null }],
  ])('answers 400 itself without a redirect: %s', async (_name, over) => {
    const answer = await openWorld().sandbox.fetch(authorizeUrl(openWorld(), over));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.headers.get('x-line-request-id')).not.toBeNull();
  });

  test.each([
    ['UNSUPPORTED_RESPONSE_TYPE', { response_type: 'token' }],
    ['INVALID_REQUEST', { state: null }],
    ['INVALID_SCOPE', { scope: null }],
    ['INVALID_SCOPE', { scope: 'profile friends' }],
    ['INVALID_SCOPE', { scope: 'profile email' }],
    ['INVALID_REQUEST', { code_challenge_method: 'plain' }],
    ['INVALID_REQUEST', { code_challenge_method: null }],
    ['INVALID_REQUEST', { code_challenge: 'short' }],
  ])('redirects with %s for %o', async (error, over) => {
    const world = openWorld();
    const answer = await world.sandbox.fetch(authorizeUrl(world, over));
    const back = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
      302,
      CALLBACK,
      error,
    ]);
  });

  test('keeps the query of the callback', async () => {
    const back = await walk(
      openWorld(),
      { person: 'mali', action: 'allow' },
      { redirect_uri: `${CALLBACK}?a=1` },
    );
    expect(params(back)).toMatchObject({ a: '1', state: 'state-1' });
  });

  test('shows every user, and that automatic log-in is off', async () => {
    const world = openWorld();
    const page = await (
      await world.sandbox.fetch(authorizeUrl(world, { disable_auto_login: 'true' }))
    ).text();
    for (const text of [
      'Mali',
      'สมหญิง ใจดี',
      '&lt;Petch &amp; Co&gt;',
      'disable_auto_login=true',
      'Simulate auto-login failure',
    ]) {
      expect(page).toContain(text);
    }
    expect(await (await world.sandbox.fetch(authorizeUrl(world))).text()).not.toContain('disable_auto_login');
  });

  test('shows only the newest of the created users', async () => {
    const world = openWorld();
    for (let i = 1; i <= 9; i++) await world.control('POST', '/line/people', { name: `Guest ${i}` });
    const page = await (await world.sandbox.fetch(authorizeUrl(world))).text();
    expect([page.includes('Guest 9'), page.includes('Guest 2'), page.includes('Guest 1<')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('answers prompt=none with LOGIN_REQUIRED', async () => {
    const world = openWorld();
    const answer = await world.sandbox.fetch(authorizeUrl(world, { prompt: 'none' }));
    expect(answer.headers.get('location')).toContain('error=LOGIN_REQUIRED');
  });
});

describe('the user’s decision', () => {
  test('redirects with a code and the same state: allow', async () => {
    const back = await walk(openWorld(), { person: 'mali', action: 'allow' });
    expect(params(back)).toEqual({ code: expect.stringMatching(/^[\w-]{20}$/) as string, state: 'state-1' });
  });

  test.each([
    ['cancel', 'ACCESS_DENIED'],
    ['server_error', 'SERVER_ERROR'],
  ])('redirects for %s with %s and the same state', async (action, error) => {
    expect(params(await walk(openWorld(), { person: 'mali', action }))).toMatchObject({
      error,
      state: 'state-1',
    });
  });

  test('redirects after a failed automatic log-in with a foreign state and an invalid code', async () => {
    const world = openWorld();
    const { code = '', state } = params(await walk(world, { person: 'mali', action: 'auto_login_failure' }));
    expect(state).not.toBe('state-1');
    expect(await postForm(world, '/oauth2/v2.1/token', exchangeForm(world, code))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test.each([
    ['mali', 'allow', 'false', 'friend'],
    ['ploy', 'allow', 'false', 'not_friend'],
    ['ploy', 'allow_add_friend', 'true', 'friend'],
    ['dao', 'allow_add_friend', 'true', 'friend'],
  ])('sets the friendship for %s, %s: changed %s, now %s', async (person, action, changed, now) => {
    const world = openWorld();
    const back = await walk(world, { person, action }, { bot_prompt: 'aggressive' });
    expect(back.searchParams.get('friendship_status_changed')).toBe(changed);
    expect((await personOf(world, person)).friendship).toBe(now);
  });

  test('prepared by a test is used once, in order; then the page asks', async () => {
    const world = openWorld();
    await world.control('POST', '/line/consent', { person: 'mali', action: 'cancel' });
    await world.control('POST', '/line/consent', { person: 'nok', action: 'allow' });
    const open = async () => (await world.sandbox.fetch(authorizeUrl(world))).headers.get('location');
    expect(await open()).toContain('error=ACCESS_DENIED');
    expect(await open()).toContain('code=');
    expect(await open()).toBeNull();
  });

  test('prepared by a test can be removed', async () => {
    const world = openWorld();
    await world.control('POST', '/line/consent', { person: 'mali', action: 'allow' });
    await world.control('DELETE', '/line/consent');
    expect((await world.sandbox.fetch(authorizeUrl(world))).status).toBe(200);
  });

  test.each([[{ person: `U${'0'.repeat(32)}`, action: 'allow' }], [{ person: 'mali', action: 'dance' }]])(
    '%o is refused',
    async (body) => {
      expect(await openWorld().control('POST', '/line/consent', body)).toMatchObject({ status: 400 });
    },
  );

  test.each([
    ['{name, email}', { person: { name: 'New One', email: 'new@example.test' } }],
    ['a new key beside name and email', { person: 'newcomer', name: 'New One', email: 'new@example.test' }],
  ])('can come from a new user: %s', async (_how, consent) => {
    const world = openWorld();
    const back = await walk(world, { ...consent, action: 'allow' });
    const answer = await postForm(
      world,
      '/oauth2/v2.1/token',
      exchangeForm(world, back.searchParams.get('code') ?? ''),
    );
    expect(claimsOf(answer.body.id_token)).toMatchObject({ name: 'New One', email: 'new@example.test' });
  });

  test('can come from an unknown name: a new friend of the account', async () => {
    const world = openWorld();
    const made = await world.control('POST', '/line/consent', { person: 'Kanya', action: 'accept' });
    expect(dataOf(made)).toMatchObject({
      person: { key: 'Kanya', name: 'Kanya', friendship: 'friend' },
      action: 'allow',
    });
    const again = await world.control('POST', '/line/consent', { person: 'kanya', action: 'allow' });
    expect(dataOf(again)).toEqual(dataOf(made));
  });

  test.each([
    ['accept', 'allow'],
    ['agree', 'allow'],
    ['decline', 'cancel'],
    ['reject', 'cancel'],
  ])('may be written as %s', async (action, meant) => {
    const answer = await openWorld().control('POST', '/line/consent', { person: 'mali', action });
    expect(dataOf(answer)).toMatchObject({ action: meant });
  });

  test('is read from the form of the page, with a typed new user', async () => {
    const world = openWorld();
    const form = { person: 'new', name: 'Ann', email: '', action: 'allow' };
    const answer = await world.sandbox.fetch(authorizeUrl(world), {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const token = await postForm(world, '/oauth2/v2.1/token', exchangeForm(world, code));
    expect(claimsOf(token.body.id_token)).toMatchObject({ name: 'Ann' });
    expect(claimsOf(token.body.id_token)).not.toHaveProperty('email');
  });

  test('is rejected from a form with neither user nor action', async () => {
    const world = openWorld();
    const answer = await world.sandbox.fetch(authorizeUrl(world), {
      method: 'POST',
      body: new URLSearchParams({}),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
  });
});

describe('the token', () => {
  test('has a signed id token with the nonce, and a scope without the e-mail', async () => {
    const world = openWorld();
    const { status, body, headers } = await login(world, 'mali');
    expect(status).toBe(200);
    expect(headers.get('x-line-request-id')).not.toBeNull();
    expect(body).toMatchObject({ expires_in: 2_592_000, scope: 'profile openid', token_type: 'Bearer' });
    const [head, claims, signature] = String(body.id_token).split('.');
    const secret = world.settings.lineLoginChannelSecret;
    expect(signature).toBe(createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url'));
    expect(headerOf(body.id_token)).toEqual({ typ: 'JWT', alg: 'HS256' });
    const now = Math.floor(world.sandbox.clock.ms() / 1000);
    expect(claimsOf(body.id_token)).toMatchObject({
      iss: 'https://access.line.me',
      sub: (await personOf(world, 'mali')).userId,
      aud: world.settings.lineLoginChannelId,
      iat: now,
      exp: now + 3600,
      nonce: 'nonce-1',
      email: 'mali@example.test',
    });
  });

  test.each([
    ['nok', 'profile openid email'],
    ['mali', 'profile openid'],
  ])('has no e-mail for %s and the scope %s', async (person, scope) => {
    const { body } = await login(openWorld(), person, { scope });
    expect(claimsOf(body.id_token)).not.toHaveProperty('email');
  });

  test('has no id token without openid', async () => {
    expect((await login(openWorld(), 'mali', { scope: 'profile' })).body).not.toHaveProperty('id_token');
  });

  const codeOf = async (world: World) =>
    (await walk(world, { person: 'mali', action: 'allow' })).searchParams.get('code') ?? '';

  test.each<[string, Record<string, string>, number, string]>([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['another callback', { redirect_uri: `${CALLBACK}?b=2` }, 400, 'invalid_grant'],
    ['an unknown code', { code: 'abc' }, 400, 'invalid_grant'],
    ['another secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['another channel', { client_id: '1650000001' }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
  ])('is rejected with %s', async (_name, over, status, error) => {
    const world = openWorld();
    const answer = await postForm(
      world,
      '/oauth2/v2.1/token',
      exchangeForm(world, await codeOf(world), over),
    );
    expect(answer).toMatchObject({ status, body: { error } });
  });

  test('is issued once per code, within ten minutes', async () => {
    const world = openWorld();
    const form = exchangeForm(world, await codeOf(world));
    expect((await postForm(world, '/oauth2/v2.1/token', form)).status).toBe(200);
    expect(await postForm(world, '/oauth2/v2.1/token', form)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const late = exchangeForm(world, await codeOf(world));
    world.pass(10 * 60_000 + 1);
    expect((await postForm(world, '/oauth2/v2.1/token', late)).body.error).toBe('invalid_grant');
  });

  test('is renewed by a refresh token', async () => {
    const world = openWorld();
    const first = (await login(world, 'mali')).body;
    const { lineLoginChannelId: client_id, lineLoginChannelSecret: client_secret } = world.settings;
    const form = {
      grant_type: 'refresh_token',
      refresh_token: String(first.refresh_token),
      client_id,
      client_secret,
    };
    const { body } = await postForm(world, '/oauth2/v2.1/token', form);
    expect(body.access_token).not.toBe(first.access_token);
    expect((await bearing(world, '/v2/profile', String(body.access_token))).status).toBe(200);
    expect((await bearing(world, '/v2/profile', String(first.access_token))).status).toBe(401);
  });
});

describe('an access token', () => {
  test('reads the profile, the friendship and the claims', async () => {
    const world = openWorld();
    const { body } = await login(world, 'dao');
    const token = String(body.access_token);
    expect((await bearing(world, '/v2/profile', token)).body).toMatchObject({ displayName: 'Dao' });
    expect((await bearing(world, '/friendship/v1/status', token)).body).toEqual({ friendFlag: false });
    expect((await bearing(world, '/oauth2/v2.1/userinfo', token)).body).toMatchObject({ name: 'Dao' });
    const verified = await bearing(world, `/oauth2/v2.1/verify?access_token=${token}`, token);
    expect(verified.body).toMatchObject({ scope: 'profile openid', expires_in: 2_592_000 });
  });

  test('is rejected if it is revoked, unknown or expired', async () => {
    const world = openWorld();
    const { lineLoginChannelId: client_id, lineLoginChannelSecret: client_secret } = world.settings;
    const revoked = String((await login(world, 'mali')).body.access_token);
    await postForm(world, '/oauth2/v2.1/revoke', { access_token: revoked, client_id, client_secret });
    const old = String((await login(world, 'mali')).body.access_token);
    world.pass(31 * 24 * 3_600_000);
    for (const token of [revoked, 'unknown', old]) {
      expect(await bearing(world, '/v2/profile', token)).toMatchObject({
        status: 401,
        body: { message: 'invalid token' },
      });
      expect((await bearing(world, `/oauth2/v2.1/verify?access_token=${token}`, token)).status).toBe(400);
    }
  });

  test('is not needed to verify id tokens', async () => {
    const world = openWorld();
    const { lineLoginChannelId: client_id } = world.settings;
    const good = String((await login(world, 'mali')).body.id_token);
    const check = (over: Record<string, string>) =>
      postForm(world, '/oauth2/v2.1/verify', { id_token: good, client_id, ...over });
    expect(await check({ nonce: 'nonce-1' })).toMatchObject({ status: 200, body: { name: 'Mali' } });
    for (const over of [
      { nonce: 'other' },
      { client_id: '1' },
      { user_id: 'U1' },
      { id_token: `${good}x` },
      { id_token: 'a.b' },
    ]) {
      expect(await check(over as unknown as Record<string, string>)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      });
    }
    world.pass(3_600_001);
    expect((await check({})).body.error_description).toBe('IdToken expired.');
  });
});
