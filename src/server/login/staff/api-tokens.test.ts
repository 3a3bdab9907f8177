import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiTokens } from '@/server/db/schema';
import { createBrowser } from '@/testing/browser';
import { callDesk, memberBrowser } from '@/testing/desk';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

async function create(scopes: string[], days = 30) {
  const owner = await memberBrowser(world, 'owner');
  const { data, code } = await callDesk(owner, 'team.createToken', {
    input: { name: 'Monitor', scopes, days },
  });
  return { owner, code, ...(data as { tokenId: string; token: string }) };
}

const metrics = async (token: string) => {
  const response = await world.request('GET', '/api/metrics', undefined, {
    authorization: `Bearer ${token}`,
  });
  return response.status;
};
const billing = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await createBrowser(world, headers).post('/api/omise/schedule-payments')).status;
};

describe('an API token', () => {
  test('does what its scopes allow, and nothing else', async () => {
    const { token } = await create(['metrics']);
    expect([await metrics(token), await billing(token)]).toEqual([200, 403]);
    const other = await create(['billing']);
    expect([await metrics(other.token), await billing(other.token)]).toEqual([403, 200]);
  });

  test('is refused once it has expired or was revoked', async () => {
    const short = await create(['metrics'], 1);
    const revoked = await create(['metrics']);
    await callDesk(revoked.owner, 'team.revokeToken', { input: { tokenId: revoked.tokenId } });
    expect(await metrics(revoked.token)).toBe(401);
    const again = await callDesk(revoked.owner, 'team.revokeToken', { input: { tokenId: revoked.tokenId } });
    expect(again.code).toBe('NOT_FOUND');
    expect(await metrics(short.token)).toBe(200);
    await pass(world, { hours: 24 });
    expect(await metrics(short.token)).toBe(401);
  });

  test('ends when its maker is removed or is an owner no more', async () => {
    const [gone, demoted, kept] = [
      await create(['metrics']),
      await create(['metrics']),
      await create(['metrics']),
    ];
    await callDesk(kept.owner, 'team.remove', { input: { staffId: gone.owner.staffId } });
    const input = { staffId: demoted.owner.staffId, role: 'finance' };
    await callDesk(kept.owner, 'team.changeRole', { input });
    expect(await Promise.all([gone, demoted, kept].map(({ token }) => metrics(token)))).toEqual([
      401, 401, 200,
    ]);
  });

  test('that another owner took over stays when its maker leaves, and then ends with the new owner', async () => {
    const made = await create(['metrics']);
    const other = await memberBrowser(world, 'owner');
    const last = await memberBrowser(world, 'owner');
    const input = { tokenId: made.tokenId };
    expect((await callDesk(other, 'team.takeOverToken', { input })).code).toBe('ok');
    await callDesk(last, 'team.remove', { input: { staffId: made.owner.staffId } });
    expect(await metrics(made.token)).toBe(200);
    await callDesk(last, 'team.remove', { input: { staffId: other.staffId } });
    expect(await metrics(made.token)).toBe(401);
    expect((await callDesk(last, 'team.takeOverToken', { input })).code).toBe('NOT_FOUND');
  });

  test('does not outlive an owner who takes it over and is removed at once', async () => {
    const made = await create(['metrics']);
    const [taker, last] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'owner')];
    const [taken] = await Promise.all([
      callDesk(taker, 'team.takeOverToken', { input: { tokenId: made.tokenId } }),
      callDesk(last, 'team.remove', { input: { staffId: taker.staffId } }),
    ]);
    expect(await metrics(made.token)).toBe(taken.code === 'ok' ? 401 : 200);
  });

  test('is stored as a hash, and its last use is shown', async () => {
    const { token, tokenId } = await create(['metrics']);
    await metrics(token);
    const [row] = await world.db.select().from(apiTokens).where(eq(apiTokens.id, tokenId));
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
    expect(row?.lastUsedAt).toEqual(expect.any(Date));
  });

  test('without a scope, or for more than 366 days, is refused', async () => {
    expect((await create([])).code).toBe('INPUT_INVALID');
    expect((await create(['metrics'], 367)).code).toBe('INPUT_INVALID');
  });

  test('beside it, the operator token of the settings still does everything', async () => {
    const headers = world.operator;
    expect((await world.request('GET', '/api/metrics', undefined, headers)).status).toBe(200);
    expect((await createBrowser(world, headers).post('/api/omise/schedule-payments')).status).toBe(200);
  });
});
