import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import {
  consentAt,
  createTraveller,
  lineUserId,
  MALI,
  plantIdentity,
  walkToLine,
  walkUntilCallback,
} from '@/testing/line';
import { clearFaults, injectFault } from '@/testing/providers';
import { forgetEverybody } from '@/testing/forget-everybody';
import { plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { verifyLineIdToken } from './line-id-token';
import { buildConsentUrl, readLineProfile } from './line-login';

const world = withWorld();

const TOKEN = 'POST /oauth2/v2.1/token';
const LOGIN = { intent: 'login' };
const FAILED = '/login?line=failed';

describe('the response of LINE', () => {
  beforeEach(async () => {
    const { accountId } = await plantSubscriber(world);
    await plantIdentity(world, accountId, MALI.subject);
  });
  afterEach(async () => {
    await clearFaults(world);
    await forgetEverybody(world);
  });

  const sessions = async () => (await world.db.execute(sql`select id from sessions`)).length;

  test.each([
    'alg_none',
    'alg_es256',
    'wrong_key',
    'wrong_iss',
    'wrong_aud',
    'expired_id_token',
    'nonce_mismatch',
    'nonce_missing',
    'no_id_token',
  ])('with an id token with %s starts no session', async (kind) => {
    await injectFault(world, { service: 'line', op: TOKEN, kind });
    expect(await walkToLine(world, createTraveller(world), MALI, LOGIN)).toBe(FAILED);
    expect(await sessions()).toBe(0);
  });

  test.each([
    ['status', { status: 500 }],
    ['status', { status: 429 }],
    ['html_502', {}],
    ['bad_json', {}],
    ['reset', {}],
  ])('of the token endpoint with %s %o starts no session', async (kind, args) => {
    await injectFault(world, { service: 'line', op: TOKEN, kind, args });
    const traveller = createTraveller(world);
    expect(await walkToLine(world, traveller, MALI, LOGIN)).toBe(FAILED);
    expect([await sessions(), traveller.jar.size]).toEqual([0, 0]);
    expect(await walkToLine(world, traveller, MALI, LOGIN)).toBe('/account');
  });

  test('with another subject is another person', async () => {
    await injectFault(world, { service: 'line', op: TOKEN, kind: 'sub_changes' });
    expect(await walkToLine(world, createTraveller(world), MALI, LOGIN)).toBe('/login?line=not_linked');
  });

  test.each([
    ['extra_fields', TOKEN, {}],
    ['no_email', TOKEN, {}],
    ['status', 'GET /friendship/v1/status', { status: 403 }],
    ['html_502', 'GET /friendship/v1/status', {}],
    ['timeout_before', 'GET /friendship/v1/status', {}],
  ])('with %s of %s does not prevent the log-in', async (kind, op, args) => {
    await injectFault(world, { service: 'line', op, kind, args });
    expect(await walkToLine(world, createTraveller(world), MALI, LOGIN)).toBe('/account');
  });

  test('that never arrives ends in a time-out', async () => {
    await injectFault(world, { service: 'line', op: TOKEN, kind: 'timeout_after' });
    const came = { code: 'any', nonce: 'any', codeVerifier: 'any' };
    await expect(readLineProfile(world.now(), came, 200)).rejects.toThrow(/timeout/i);
  });

  test("gives the profile from the id token and the friendship from LINE's present state", async () => {
    const of = async (person: string) => {
      const { url, secrets } = buildConsentUrl({ locale: 'en', again: false });
      const back = new URL(await consentAt(world, url, person), 'http://x.test');
      return readLineProfile(world.now(), { ...secrets, code: back.searchParams.get('code') ?? '' });
    };
    expect(await of('mali')).toEqual({
      subject: MALI.subject,
      displayName: 'Mali',
      email: MALI.email,
      friend: true,
    });
    expect(await of('nok')).toMatchObject({ email: null, friend: true });
    expect(await of('ploy')).toMatchObject({ subject: lineUserId('ploy'), friend: false });
    expect(await of('petch')).toMatchObject({ displayName: 'เพชร✨🌸 <Petch & Co>', email: null });
    await injectFault(world, {
      service: 'line',
      op: 'GET /friendship/v1/status',
      kind: 'status',
      args: { status: 403 },
    });
    expect(await of('mali')).toMatchObject({ friend: null });
  });

  test('that fails changes nothing when registering or linking either', async () => {
    await injectFault(world, { service: 'line', op: TOKEN, kind: 'status', args: { status: 500 } });
    const traveller = createTraveller(world);
    const end = await walkToLine(world, traveller, { person: 'ploy' }, { intent: 'register', locale: 'th' });
    expect(end).toBe('/th/register/details?line=failed');
    expect((await world.db.execute(sql`select id from line_registrations`)).length).toBe(0);
    expect(traveller.jar.size).toBe(0);
  });

  test('is reported on a page when the database fails on return', async () => {
    const traveller = createTraveller(world);
    const back = await walkUntilCallback(world, traveller, MALI, LOGIN);
    const rename = (from: string, to: string) =>
      transaction(world.db, (tx) =>
        tx.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`),
      );
    await rename('sessions', 'sessions_away');
    try {
      expect((await traveller.open(back)).to).toBe(FAILED);
    } finally {
      await rename('sessions_away', 'sessions');
    }
    expect(traveller.jar.size).toBe(0);
  });
});

describe('an id token', () => {
  const now = new Date('2026-11-20T03:00:00Z');
  const expected = { channelId: '1650000000', channelSecrets: ['secret'], nonce: 'nonce', now };
  const at = now.getTime() / 1000;
  const claims = {
    iss: 'https://access.line.me',
    sub: MALI.subject,
    aud: '1650000000',
    exp: at + 3600,
    iat: at,
    nonce: 'nonce',
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (text: string, secret = 'secret', hash = 'sha256') =>
    `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
  const tokenOf = (changes: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    sign(`${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part({ ...claims, ...changes })}`);
  const verify = (token: string) => verifyLineIdToken(token, expected);

  test('of LINE is accepted, also with additional claims', () => {
    expect(verify(tokenOf({ amr: ['linesso'], new_claim: 1 })).sub).toBe(MALI.subject);
  });

  test.each([
    ['just over', { exp: at - 59 }],
    ['from a clock a little ahead', { iat: at + 59 }],
    ['without iat', { iat: undefined }],
  ])('%s is accepted, because clocks differ', (_name, changes) => {
    expect(verify(tokenOf(changes)).sub).toBe(MALI.subject);
  });

  test.each([
    ['over for a minute', { exp: at - 60 }],
    ['from the future', { iat: at + 61 }],
    ['of another issuer', { iss: 'https://access.line.me/' }],
    ['for another channel', { aud: '1650000001' }],
    ['for several', { aud: ['1650000000'] }],
    ['with another nonce', { nonce: 'other' }],
    ['without a nonce', { nonce: undefined }],
    ['without an end', { exp: undefined }],
    ['that ends never', { exp: 'never' }],
    ['of nobody', { sub: '' }],
    ['of somebody strange', { sub: 'U 1' }],
  ])('%s is refused', (_name, changes) => {
    expect(() => verify(tokenOf(changes))).toThrow();
  });

  test.each(['none', 'None', 'HS384', 'HS512', 'RS256', 'ES256', 'hs256', ''])(
    'that names the algorithm "%s" is refused, even with our own signature',
    (alg) => {
      expect(() => verify(tokenOf({}, { alg }))).toThrow();
    },
  );

  test('that is changed, cut, unsigned or signed with another secret is refused', () => {
    const good = tokenOf({});
    const [header = '', payload = '', signature = ''] = good.split('.');
    const forged = part({ ...claims, sub: lineUserId('nok') });
    for (const token of [
      `${header}.${forged}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${good}.x`,
      `${header}.${payload}.${signature.slice(0, -4)}`,
      sign(`${header}.${payload}`, 'other'),
      sign(`${header}.${payload}`, settings().LINE_MESSAGING_CHANNEL_SECRET?.[0]),
      sign(`${header}.${payload}`, 'secret', 'sha512'),
      sign(`${header}.${Buffer.from('not json').toString('base64url')}`),
      sign(`${header}.${part(null)}`),
      '',
      '..',
    ]) {
      expect(() => verify(token), token).toThrow();
    }
  });
});
