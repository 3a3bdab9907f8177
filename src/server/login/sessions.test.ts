import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { activityAnswer, sessionsAnswer } from '@/schemas/answers/log-in';
import { transaction } from '@/server/db';
import { auditEvents, sessions } from '@/server/db/schema';
import { accountOf } from '@/testing/account-caller';
import { logInAs, NOBODY, throughRest, throughTrpc, type Caller } from '@/testing/callers';
import { createBrowser, createSubscriber, registerUpToPayment } from '@/testing/browser';
import { goTo, pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { recordActivity } from './activity';

const world = withWorld();

type Listed = z.output<typeof sessionsAnswer>['sessions'];
const MINUTE = 60_000;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.9.0';

const list = async (caller: Caller) => {
  const outcome = await throughTrpc(world, caller, ['auth.sessions', 'query']);
  return (outcome.data as { sessions: Listed }).sessions;
};
const end = (caller: Caller, sessionId: string) =>
  throughTrpc(world, caller, ['auth.endSession', 'mutation', { sessionId }]);
const endOthers = (caller: Caller) => throughTrpc(world, caller, ['auth.endOtherSessions', 'mutation', {}]);
const meOf = async (caller: Caller) => (await throughRest(world, caller, ['GET /api/me'])).status;
const currentOf = async (caller: Caller) => (await list(caller))[0]?.sessionId ?? '';
const notesOf = async (accountId: string) =>
  world.db
    .select({ what: auditEvents.what, detail: auditEvents.detail, actor: auditEvents.actor })
    .from(auditEvents)
    .where(eq(auditEvents.subject, accountId));

/** Starts the calling session and two others, begun 10, 30 and 50 minutes ago. */
async function threeSessions() {
  const account = await plantSubscriber(world);
  return {
    account,
    asking: await logInAs(world, account, 10 * MINUTE, 'line'),
    newer: await logInAs(world, account, 30 * MINUTE, 'magic_link'),
    older: await logInAs(world, account, 50 * MINUTE),
  };
}

describe('the list of sessions', () => {
  test('starts with the present one, then the most recently active, with method and start of each', async () => {
    const { asking, older } = await threeSessions();
    const began = (minutes: number) => new Date(world.now().getTime() - minutes * MINUTE).toISOString();
    const listed = await list(asking);
    expect(listed.map(({ method, current }) => [method, current])).toEqual([
      ['line', true],
      ['magic_link', false],
      ['password', false],
    ]);
    expect(Math.abs(Date.parse(listed[1]?.startedAt ?? '') - Date.parse(began(30)))).toBeLessThan(5_000);
    expect(listed[1]?.lastActiveAt).toBe(listed[1]?.startedAt);
    await throughRest(world, older, ['GET /api/refresh']);
    const [, first] = await list(asking);
    expect(first).toMatchObject({ method: 'password' });
    expect(Math.abs(Date.parse(first?.lastActiveAt ?? '') - world.now().getTime())).toBeLessThan(5_000);
  });

  test('names each device, and the browser of an app', async () => {
    const { browser, email } = await registerUpToPayment(world);
    const phone = createBrowser(world, { 'user-agent': PHONE });
    await phone.post('/api/login', { email, password: 'correct horse' });
    const listed = await list({ cookie: browser.cookie(), account: null });
    expect(listed).toMatchObject([
      { form: 'program', browser: null, system: null, method: 'registration', current: true },
      { form: 'phone', browser: 'LINE', system: 'iPhone', method: 'password', current: false },
    ]);
  });

  test('omits expired sessions', async () => {
    const account = await plantSubscriber(world);
    await logInAs(world, account, 61 * MINUTE);
    const asking = await logInAs(world, account);
    expect(await list(asking)).toHaveLength(1);
  });

  test('contains no secret with which a caller could log in', async () => {
    const { asking } = await threeSessions();
    for (const { sessionId } of await list(asking)) {
      expect(asking.cookie).not.toContain(sessionId);
      expect(await meOf({ cookie: `session=${sessionId}`, account: null })).toBe(401);
    }
  });
});

describe('ending one session', () => {
  test('ends only that one, at once, and returns the remaining ones', async () => {
    const { account, asking, newer, older } = await threeSessions();
    const outcome = await end(asking, await currentOf(newer));
    expect((outcome.data as { sessions: Listed }).sessions).toHaveLength(2);
    expect([await meOf(asking), await meOf(newer), await meOf(older)]).toEqual([200, 401, 200]);
    const note = { what: 'account.sessions_ended', actor: account.accountId, detail: { count: 1 } };
    expect(await notesOf(account.accountId)).toContainEqual(note);
  });

  test('of the present one is a log-out', async () => {
    const { asking, newer } = await threeSessions();
    const sessionId = await currentOf(asking);
    const body = { json: { sessionId } };
    const response = await world.request('POST', '/api/trpc/auth.endSession', body, {
      cookie: asking.cookie,
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; .*Max-Age=0/),
      expect.stringMatching(/^signed-in=; .*Max-Age=0/),
    ]);
    expect([await meOf(asking), await meOf(newer)]).toEqual([401, 200]);
  });

  test("is NOT_FOUND for another account's, an ended or an unknown one, and ends nothing", async () => {
    const { account, asking, newer } = await threeSessions();
    const stranger = await threeSessions();
    const ended = await currentOf(newer);
    await end(asking, ended);
    const before = await notesOf(account.accountId);
    for (const sessionId of [await currentOf(stranger.asking), ended, 'none', 'a'.repeat(64)]) {
      const { code, status } = await end(asking, sessionId);
      expect([code, status]).toEqual(['NOT_FOUND', 404]);
    }
    expect(await meOf(stranger.asking)).toBe(200);
    expect(await notesOf(account.accountId)).toEqual(before);
  });

  test('twice at once ends it once', async () => {
    const { account, asking, newer } = await threeSessions();
    const sessionId = await currentOf(newer);
    const outcomes = await Promise.all([end(asking, sessionId), end(asking, sessionId)]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['NOT_FOUND', 'ok']);
    expect((await notesOf(account.accountId)).filter(({ what }) => what.includes('session'))).toHaveLength(1);
  });

  test('without a session, or by one that has ended, is NOT_LOGGED_IN', async () => {
    const { asking, older } = await threeSessions();
    const sessionId = await currentOf(asking);
    await pass(world, { minutes: 15 });
    for (const caller of [NOBODY, older]) expect((await end(caller, sessionId)).code).toBe('NOT_LOGGED_IN');
    expect(await meOf(asking)).toBe(200);
  });
});

describe('ending all other sessions', () => {
  test('keeps the present one and those of other accounts', async () => {
    const { account, asking, newer, older } = await threeSessions();
    const stranger = await threeSessions();
    const outcome = await endOthers(asking);
    expect((outcome.data as { sessions: Listed }).sessions).toMatchObject([{ current: true }]);
    expect([await meOf(asking), await meOf(newer), await meOf(older)]).toEqual([200, 401, 401]);
    expect(await meOf(stranger.older)).toBe(200);
    expect(await notesOf(account.accountId)).toContainEqual(
      expect.objectContaining({ detail: { count: 2 } }),
    );
  });

  test('without any changes nothing', async () => {
    const account = await plantSubscriber(world);
    const asking = await logInAs(world, account);
    const before = await notesOf(account.accountId);
    expect((await endOthers(asking)).code).toBe('ok');
    expect(await notesOf(account.accountId)).toEqual(before);
    expect(await world.db.select().from(sessions).where(eq(sessions.userId, account.accountId))).toHaveLength(
      1,
    );
  });
});

describe('recent activity', () => {
  const activityOf = async (caller: Caller) => {
    const { data } = await throughTrpc(world, caller, ['auth.activity', 'query']);
    return (data as z.output<typeof activityAnswer>).activity;
  };

  test('lists log-ins, failures once an hour, proofs, exports and log-outs with the kind of device', async () => {
    const { browser, email } = await createSubscriber(world);
    const phone = createBrowser(world, { 'user-agent': PHONE });
    for (let n = 0; n < 3; n++) await phone.post('/api/login', { email, password: 'wrong horse' });
    await phone.post('/api/login', { email, password: 'correct horse' });
    await accountOf(browser).myData({ password: 'correct horse' });
    await phone.post('/api/logout');
    const device = { form: 'phone', browser: 'LINE', system: 'iPhone' };
    const listed = await activityOf({ cookie: browser.cookie(), account: null });
    // Events of one request have the same time, in any order.
    expect(listed.map(({ at: _, ...entry }) => entry)).toEqual([
      { what: 'logged_out', method: null, device },
      expect.objectContaining({ device: null }),
      expect.objectContaining({ device: null }),
      { what: 'logged_in', method: 'password', device },
      { what: 'log_in_failed', method: null, device },
    ]);
    expect(listed.map(({ what }) => what)).toEqual(expect.arrayContaining(['data_downloaded', 'proven']));
    await goTo(world, '2026-12-21', '10:00');
    const later = createBrowser(world);
    await later.post('/api/login', { email, password: 'correct horse' });
    expect(await activityOf({ cookie: later.cookie(), account: null })).toHaveLength(1);
  });

  test('shows no events of another account, whatever the caller names, and nothing without a session', async () => {
    const [own, other] = [await plantSubscriber(world), await plantSubscriber(world)];
    await recordFor(other.accountId);
    const caller = await logInAs(world, own);
    const { accountId, subscriptionId, email } = other;
    const named = { accountId, subscriptionId, email, subject: accountId, userId: accountId };
    for (const input of [undefined, named, { session: named }]) {
      const { data } = await throughTrpc(world, caller, ['auth.activity', 'query', input]);
      expect(data).toEqual({ activity: [] });
    }
    expect(await activityOf(await logInAs(world, other))).toMatchObject([{ what: 'password_changed' }]);
    const ended = await throughTrpc(world, NOBODY, ['auth.activity', 'query', named]);
    expect([ended.code, ended.data]).toEqual(['NOT_LOGGED_IN', undefined]);
  });

  const recordFor = (accountId: string) =>
    transaction(world.db, (tx) => recordActivity(tx, world.now(), accountId, 'password_changed'));
});
