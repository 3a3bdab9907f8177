import { describe, expect, test } from 'vitest';
import { idempotencyRecords, sessions } from '@/server/db/schema';
import { askGraphql } from '@/testing/graphql';
import { cookiesIn, linkMailedTo, loggedIn } from '@/testing/link-requests';
import { plantRegistration } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

const ASK = 'mutation ($email: String!) { requestMagicLink(email: $email) { expiresInMinutes } }';
const USE = `mutation ($token: String, $email: String, $code: String) {
  useMagicLink(token: $token, email: $email, code: $code) { expiresInMinutes account { email emailVerified } } }`;
const HIDDEN = `mutation ($token: String) { ...Door }
  fragment Door on Mutation { ... on Mutation { opened: useMagicLink(token: $token) { points } } }`;
const RESET = `mutation ($token: String!, $password: String!) {
  resetPassword(token: $token, password: $password, confirmPassword: $password) }`;

async function whoAsked(headers: Record<string, string> = {}) {
  const person = await plantRegistration(world);
  const asked = await askGraphql(world, ASK, { email: person.email }, headers);
  return { ...person, asked, ...(await linkMailedTo(world, person.email)) };
}

describe('a magic link by GraphQL', () => {
  test('is requested and used, by its secret or by e-mail and digits, with cookies in the responses', async () => {
    for (const by of ['token', 'code'] as const) {
      const { asked, email, token, code } = await whoAsked();
      expect(asked.data).toEqual({ requestMagicLink: { expiresInMinutes: 15 } });
      expect(cookiesIn(asked.headers)).toEqual({
        'magic-link': expect.stringMatching(/^[\w-]{43}$/) as string,
      });
      const used = await askGraphql(world, USE, by === 'token' ? { token } : { email, code });
      expect(used.data).toEqual({
        useMagicLink: { expiresInMinutes: 60, account: { email, emailVerified: true } },
      });
      const given = cookiesIn(used.headers);
      expect(given['magic-link']).toBe('');
      expect((await world.request('GET', '/api/me', undefined, loggedIn({ given }))).status).toBe(200);
    }
  });

  test('needs either the secret or e-mail and digits', async () => {
    for (const given of [
      {},
      { email: 'a@example.test' },
      { token: 'x', email: 'a@example.test', code: '123456' },
    ]) {
      expect((await askGraphql(world, USE, given)).code).toBe('INPUT_INVALID');
    }
  });

  test('with a key is not repeated, and nothing of it is stored', async () => {
    const { token } = await whoAsked({ 'idempotency-key': 'asking' });
    const key = { 'idempotency-key': 'opening' };
    expect((await askGraphql(world, HIDDEN, { token }, key)).data).toEqual({ opened: { points: 0 } });
    for (const query of [HIDDEN, USE]) {
      const again = await askGraphql(world, query, { token }, key);
      expect([again.code, again.headers.getSetCookie()]).toEqual(['TOKEN_EXPIRED', []]);
    }
    expect(await world.db.select().from(sessions)).toHaveLength(1);
    expect(await world.db.select().from(idempotencyRecords)).toEqual([]);
  });

  test("requested twice with one key is sent twice, each time with its browser's own cookie", async () => {
    const key = { 'idempotency-key': 'twice' };
    const { asked, email } = await whoAsked(key);
    const again = await askGraphql(world, ASK, { email }, key);
    expect(cookiesIn(again.headers)['magic-link']).not.toBe(cookiesIn(asked.headers)['magic-link']);
  });

  test('allows five of ten tries in one request', async () => {
    const { email } = await whoAsked();
    const tries = Array.from(
      { length: 10 },
      (_, n) => `t${n}: useMagicLink(email: "${email}", code: "${n}00000") { points }`,
    );
    const { errors } = await askGraphql(world, `mutation { ${tries.join(' ')} }`);
    const codes = errors?.map(({ extensions }) => extensions.code) ?? [];
    expect(codes.filter((code) => code === 'LOGIN_CODE_INCORRECT').length).toBeLessThanOrEqual(5);
  });
});

describe('a password by GraphQL', () => {
  test('is set by a link; a repeat with the same key returns the same and starts no other session', async () => {
    const { email } = await plantRegistration(world);
    const query = 'mutation ($email: String!) { requestPasswordReset(email: $email) }';
    for (const to of [email, 'nobody@example.test']) {
      expect((await askGraphql(world, query, { email: to })).data).toEqual({ requestPasswordReset: true });
    }
    const { token } = await linkMailedTo(world, email);
    const requested = { token, password: 'battery staple' };
    const key = { 'idempotency-key': 'resetting' };
    expect((await askGraphql(world, RESET, requested, key)).data).toEqual({ resetPassword: true });
    expect((await askGraphql(world, RESET, requested, key)).data).toEqual({ resetPassword: true });
    expect((await askGraphql(world, RESET, requested)).code).toBe('TOKEN_EXPIRED');
    expect(await world.db.select().from(sessions)).toHaveLength(1);
  });
});
