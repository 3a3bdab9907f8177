import { describe, expect, test } from 'vitest';
import { TOKEN_SCOPES } from '@/domain/api-token';
import { revokeToken } from '@/server/login/staff/api-tokens';
import { logInAs } from '@/testing/callers';
import { memberBrowser } from '@/testing/desk';
import { callAs, plantProgram } from '@/testing/programs';
import { pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { CALLS } from '../calls';

/* The matrix of scope × call, and every other caller × call. Input that every schema refuses ends a permitted call. */

const world = withWorld();

const OURS = CALLS.flatMap(({ meta: { who, scope, rest } }) =>
  who === 'token' ? [{ path: rest?.path ?? '', scope }] : [],
);
const UNKNOWN = { unknown: true };

test('every call for programs has a scope and a path of its own', () => {
  expect(OURS.length).toBeGreaterThan(5);
  for (const { path, scope } of OURS) {
    expect([path, TOKEN_SCOPES.some((one) => one === scope)]).toEqual([path, true]);
    expect(path).toMatch(/^(GET|POST) \/api\/v1\/[a-z-]+(\/[a-z-]+)?$/);
    // A read needs no right to change, and a change is none to read.
    expect([path, scope?.split(':')[1]]).toEqual([path, path.startsWith('GET') ? 'read' : 'write']);
  }
});

test.each(TOKEN_SCOPES)('a token with the scope %s reaches exactly its calls', async (scope) => {
  const { call } = await plantProgram(world, [scope]);
  for (const { path, scope: needed } of OURS) {
    const { code, message } = await call(path, UNKNOWN);
    expect([path, code]).toEqual([path, scope === needed ? 'INPUT_INVALID' : 'NOT_ALLOWED']);
    if (scope !== needed) expect(message).toContain(needed);
  }
});

describe('no call is answered', () => {
  const refuses = async (headers: Record<string, string>) => {
    for (const { path } of OURS) {
      const { code, status } = await callAs(world, path, UNKNOWN, headers);
      expect([path, code, status]).toEqual([path, 'NOT_LOGGED_IN', 401]);
    }
  };

  test('without a token, with an unknown one and with the operator token', async () => {
    await refuses({});
    await refuses({ authorization: `Bearer ira_${'a'.repeat(43)}` });
    await refuses({ authorization: 'Basic aXJh' });
    await refuses(world.operator);
  });

  test('to a session of a subscriber or of the desk', async () => {
    await refuses({ cookie: (await logInAs(world, await plantSubscriber(world))).cookie });
    await refuses({ cookie: (await memberBrowser(world, 'owner')).cookies() });
  });

  test('to a token that was revoked, has expired or whose owner left', async () => {
    const [revoked, old] = [
      await plantProgram(world, [...TOKEN_SCOPES]),
      await plantProgram(world, [...TOKEN_SCOPES]),
    ];
    await revokeToken(world.ctx(), revoked.ownerId, revoked.tokenId);
    await refuses(revoked.headers);
    await pass(world, { days: 30 });
    await refuses(old.headers);
  });

  test('without the name of the scheme that the path wants', async () => {
    const response = await world.request('GET', OURS[0]?.path.slice(4) ?? '');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="ira"']);
  });
});
