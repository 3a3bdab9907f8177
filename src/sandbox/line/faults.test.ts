import { describe, expect, test } from 'vitest';
import { dataOf, openWorld } from '../test-world';
import { authorizeUrl, bearing, claimsOf, headerOf, login, personOf, postForm, walk } from './test-login';

type World = ReturnType<typeof openWorld>;
type Wire = Record<string, unknown>;

const params = (url: URL) => Object.fromEntries(url.searchParams);
const fault = (world: World, kind: string, op = '*') =>
  world.control('POST', '/faults', { service: 'line', op, kind, times: 1 });

describe('a fault of LINE', () => {
  test.each<[string, (token: Wire, world: World) => unknown, unknown]>([
    ['alg_none', ({ id_token }) => [headerOf(id_token).alg, String(id_token).split('.')[2]], ['none', '']],
    ['alg_es256', ({ id_token }) => headerOf(id_token).alg, 'ES256'],
    ['wrong_iss', ({ id_token }) => claimsOf(id_token).iss, 'https://access.line.example'],
    ['wrong_aud', ({ id_token }) => claimsOf(id_token).aud, '1650000001'],
    ['nonce_mismatch', ({ id_token }) => claimsOf(id_token).nonce, 'nonce-of-someone-else'],
    ['nonce_missing', ({ id_token }) => 'nonce' in claimsOf(id_token), false],
    ['no_email', ({ id_token }) => 'email' in claimsOf(id_token), false],
    ['no_id_token', (token) => 'id_token' in token, false],
    [
      'expired_id_token',
      ({ id_token }, world) => Number(claimsOf(id_token).exp) * 1000 < world.sandbox.clock.ms(),
      true,
    ],
  ])('affects one id token, whatever was called before: %s', async (kind, of, wanted) => {
    const world = openWorld();
    await fault(world, kind);
    expect(of((await login(world, 'mali')).body, world)).toEqual(wanted);
    expect(headerOf((await login(world, 'mali')).body.id_token).alg).toBe('HS256');
  });

  test('gives id token and profile different users: sub_changes', async () => {
    const world = openWorld();
    await fault(world, 'sub_changes', 'POST /oauth2/v2.1/token');
    const { body } = await login(world, 'mali');
    const profile = await bearing(world, '/v2/profile', String(body.access_token));
    expect(claimsOf(body.id_token).sub).not.toBe(profile.body.userId);
  });

  test('signs with a foreign key: wrong_key', async () => {
    const world = openWorld();
    await fault(world, 'wrong_key');
    const { body } = await login(world, 'mali');
    const form = { id_token: String(body.id_token), client_id: world.settings.lineLoginChannelId };
    expect((await postForm(world, '/oauth2/v2.1/verify', form)).status).toBe(400);
  });

  test.each<[string, string, Wire]>([
    ['callback_lowercase_error', 'cancel', { error: 'access_denied' }],
    ['error_without_state', 'cancel', { error: 'ACCESS_DENIED' }],
    ['extra_query_params', 'allow', { unheard_of: 'surprise', state: 'state-1' }],
  ])('affects the redirect: %s', async (kind, action, wanted) => {
    const world = openWorld();
    await fault(world, kind, 'GET /oauth2/v2.1/authorize');
    const back = params(await walk(world, { person: 'mali', action }));
    expect(back).toMatchObject(wanted);
    expect('state' in back).toBe(kind !== 'error_without_state');
  });

  test('of the redirect waits for the user’s decision', async () => {
    const world = openWorld();
    await fault(world, 'callback_lowercase_error', 'GET /oauth2/v2.1/authorize');
    expect((await world.sandbox.fetch(authorizeUrl(world))).status).toBe(200);
    const form = new URLSearchParams({
      person: (await personOf(world, 'mali')).userId,
      action: 'cancel',
    });
    const answer = await world.sandbox.fetch(authorizeUrl(world), { method: 'POST', body: form });
    expect(answer.headers.get('location')).toContain('error=access_denied');
  });

  test('of a call returns LINE’s error format', async () => {
    const world = openWorld();
    await world.control('POST', '/faults', {
      service: 'line',
      op: 'POST /oauth2/v2.1/token',
      kind: 'status',
      args: { status: 500 },
    });
    const { status, body, headers } = await login(world, 'mali');
    expect([status, body.error, headers.has('x-line-request-id')]).toEqual([500, 'internal_error', true]);
    await world.control('POST', '/faults', {
      service: 'line',
      op: 'GET /v2/profile',
      kind: 'status',
      args: { status: 429 },
    });
    expect((await bearing(world, '/v2/profile', 'x')).body).toEqual({
      message: 'The API rate limit has been exceeded. Try again later.',
    });
  });
});

test('leaves every call and no secret in the journal', async () => {
  const world = openWorld();
  const { body } = await login(world, 'mali');
  await bearing(world, `/oauth2/v2.1/verify?access_token=${String(body.access_token)}`, 'x');
  const entries = dataOf<{ op: string }[]>(await world.control('GET', '/journal?service=line'));
  expect(entries.map((one) => one.op)).toEqual([
    'GET /oauth2/v2.1/authorize',
    'POST /oauth2/v2.1/token',
    'GET /oauth2/v2.1/verify',
  ]);
  const text = JSON.stringify(entries);
  const secrets = [
    body.access_token,
    body.refresh_token,
    body.id_token,
    world.settings.lineLoginChannelSecret,
    'v'.repeat(43),
  ];
  for (const secret of secrets) expect(text).not.toContain(String(secret));
  expect(text).not.toMatch(/code=(?!\[redacted])/);
});
