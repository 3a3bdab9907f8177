import { desc, eq, isNull, like } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { auditEvents, messages, staff, throttles } from '@/server/db/schema';
import { newId } from '@/server/platform/ids';
import { createAuthenticator } from '@/testing/authenticator';
import { countCodes, codeOf } from '@/testing/account-caller';
import { createBrowser, type Browser } from '@/testing/browser';
import { callDesk, memberBrowser, plantMember } from '@/testing/desk';
import { runJobs } from '@/testing/jobs';
import { callPasskeys } from '@/testing/passkeys';
import { queriesOf } from '@/testing/queries';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { CreationOptions, RequestOptions } from '../webauthn/ceremonies';
import type { ListedSession } from './sessions';
import { changeRole, inviteAgain, inviteStaff, removeStaff } from './members';

const world = withWorld({ cleanup: 'empty', settings: { THROTTLE_SCALE: '1' } });

const OWNER = 'staff:stf_owner';
const call = (browser: Browser, name: string, input?: unknown) => callDesk(browser, name, { input });
const me = (browser: Browser) => callDesk(browser, 'entry.me', { kind: 'query' });
const secretIn = (link: string) => link.split('#')[1] ?? '';
const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

let invited = 0;
async function invite(role: 'support' | 'owner' = 'support') {
  invited += 1;
  const email = `invited${invited}@ira.test`;
  const { member, link } = await inviteStaff(world.ctx(), OWNER, { email, role, locale: 'th' });
  return { staffId: member.staffId, email, secret: secretIn(link) };
}

async function createJoinPasskey(secret: string) {
  const [browser, authenticator] = [createBrowser(world), createAuthenticator()];
  const options = (await call(browser, 'entry.requestJoinPasskey', { secret })).data as CreationOptions;
  return { browser, authenticator, response: authenticator.create(options) };
}

async function joinByPasskey(secret: string, passkey?: Awaited<ReturnType<typeof createJoinPasskey>>) {
  const { browser, authenticator, response } = passkey ?? (await createJoinPasskey(secret));
  const { code } = await call(browser, 'entry.joinWithPasskey', { secret, name: 'Nok', response });
  return { browser, authenticator, code, response };
}

async function joinByApp(secret: string) {
  const browser = createBrowser(world);
  const app = (await call(browser, 'entry.requestJoinApp', { secret })).data as {
    secret: string;
    qr: string;
  };
  const code = codeAt(app.secret, world.now());
  const joined = await call(browser, 'entry.joinWithApp', { secret, name: 'Nok', code });
  return { browser, app, code: joined.code };
}

async function requestLink(email: string): Promise<string | null> {
  // The invitation is sent before, so that the link is in the latest mail.
  await runJobs();
  await call(createBrowser(world), 'entry.requestLink', { email });
  await runJobs();
  const link = (await world.latestMail(email))?.links.find((one) => one.includes('/desk/login/link#'));
  return link === undefined ? null : secretIn(link);
}

describe('an invitation', () => {
  test('is mailed in the language of the member, and its link is deleted from the outbox', async () => {
    const { email } = await invite();
    await runJobs();
    const mail = await world.latestMail(email);
    expect(mail?.subject).toBe('คำเชิญเข้าใช้ระบบหลังร้าน ira');
    expect(mail?.links.some((link) => link.includes('/th/desk/join#'))).toBe(true);
    const [kept] = await world.db.select().from(messages).where(eq(messages.toAddress, email));
    expect([kept?.status, kept?.payload]).toEqual(['sent', {}]);
  });

  test('is accepted with a passkey once, and starts a session', async () => {
    const { secret, staffId } = await invite();
    const { browser, code } = await joinByPasskey(secret);
    expect([code, (await me(browser)).data]).toEqual([
      'ok',
      expect.objectContaining({ staffId, name: 'Nok', role: 'support' }),
    ]);
    expect((await call(createBrowser(world), 'entry.invitation', { secret })).code).toBe('TOKEN_EXPIRED');
  });

  test('is refused after 72 hours', async () => {
    const { secret } = await invite();
    await pass(world, { hours: 72 });
    expect((await call(createBrowser(world), 'entry.invitation', { secret })).code).toBe('TOKEN_EXPIRED');
  });

  test('is accepted by one of two browsers at once', async () => {
    const { secret } = await invite();
    const passkeys = [await createJoinPasskey(secret), await createJoinPasskey(secret)];
    const [one, two] = await Promise.all(passkeys.map((passkey) => joinByPasskey(secret, passkey)));
    expect([one?.code, two?.code].toSorted()).toEqual(['TOKEN_EXPIRED', 'ok']);
  });

  test('with a wrong first code of an app stays open', async () => {
    const { secret } = await invite();
    const browser = createBrowser(world);
    await call(browser, 'entry.requestJoinApp', { secret });
    const wrong = await call(browser, 'entry.joinWithApp', { secret, name: 'Nok', code: '000000' });
    expect(wrong.code).toBe('LOGIN_CODE_INCORRECT');
    expect((await joinByApp(secret)).code).toBe('ok');
  });

  test('that is accepted with a passkey leaves no app that another reader of its link has set up before', async () => {
    const { secret, email } = await invite();
    const reader = await call(createBrowser(world), 'entry.requestJoinApp', { secret });
    expect((reader.data as { secret: string }).secret).not.toBe('');
    expect((await joinByPasskey(secret)).code).toBe('ok');
    expect(await requestLink(email)).toBeNull();
  });

  test('is refused for the e-mail of a member, also twice at once', async () => {
    const input = { email: 'twice@ira.test', role: 'support', locale: 'en' } as const;
    expect(await countCodes([1, 2].map(() => inviteStaff(world.ctx(), OWNER, input)))).toEqual({
      accepted: 1,
      STAFF_TAKEN: 1,
    });
    const upper = { ...input, email: 'TWICE@ira.test' };
    expect(await codeOf(inviteStaff(world.ctx(), OWNER, upper))).toBe('STAFF_TAKEN');
  });
});

describe('a log-in to the desk', () => {
  async function logIn(authenticator: ReturnType<typeof createAuthenticator>) {
    const browser = createBrowser(world);
    const options = (await call(browser, 'entry.requestPasskey')).data as RequestOptions;
    const { code } = await call(browser, 'entry.logIn', { response: authenticator.get(options) });
    return { browser, code };
  }

  test('succeeds with a passkey of the desk and with no other', async () => {
    const { authenticator } = await joinByPasskey((await invite()).secret);
    const { browser, code } = await logIn(authenticator);
    expect([code, (await me(browser)).code]).toEqual(['ok', 'ok']);
    const options = (await call(createBrowser(world), 'entry.requestPasskey')).data as RequestOptions;
    const stranger = createAuthenticator();
    stranger.create({ ...options, user: { id: 'x' }, rp: { id: 'localhost', name: 'ira' } } as never);
    expect((await logIn(stranger)).code).toBe('PASSKEY_REFUSED');
  });

  test('refuses a passkey whose challenge another browser requested', async () => {
    const { authenticator } = await joinByPasskey((await invite()).secret);
    const options = (await call(createBrowser(world), 'entry.requestPasskey')).data as RequestOptions;
    const thief = createBrowser(world);
    await call(thief, 'entry.requestPasskey');
    const { code } = await call(thief, 'entry.logIn', { response: authenticator.get(options) });
    expect(code).toBe('PASSKEY_EXPIRED');
  });

  test('refuses an answer to a challenge of the shop, in the same browser', async () => {
    const { authenticator } = await joinByPasskey((await invite()).secret);
    const browser = createBrowser(world);
    const options = (await callPasskeys(browser, 'requestLogIn')).data as RequestOptions;
    browser.keepCookie('desk-passkey', /passkey=([^;]+)/.exec(browser.cookies())?.[1] ?? '');
    const { code } = await call(browser, 'entry.logIn', { response: authenticator.get(options) });
    expect(code).toBe('PASSKEY_EXPIRED');
  });

  test('by mail needs a code of the app, which works once', async () => {
    const { secret, email } = await invite();
    const { app } = await joinByApp(secret);
    await pass(world, { minutes: 1 });
    const link = await requestLink(email);
    const browser = createBrowser(world);
    const wrong = await call(browser, 'entry.logInWithCode', { secret: link, code: '123456' });
    expect(wrong.code).toBe('LOGIN_CODE_INCORRECT');
    const code = codeAt(app.secret, world.now());
    expect((await call(browser, 'entry.logInWithCode', { secret: link, code })).code).toBe('ok');
    const second = await requestLink(email);
    const again = await call(createBrowser(world), 'entry.logInWithCode', { secret: second, code });
    expect(again.code).toBe('LOGIN_CODE_INCORRECT');
  });

  test('by mail refuses a sixth code in 15 minutes, also the right one', async () => {
    const { secret, email } = await invite();
    const { app } = await joinByApp(secret);
    await pass(world, { minutes: 20 });
    const link = await requestLink(email);
    const browser = createBrowser(world);
    const tryCode = (code: string) => call(browser, 'entry.logInWithCode', { secret: link, code });
    for (let n = 0; n < 5; n += 1) expect((await tryCode('123456')).code).toBe('LOGIN_CODE_INCORRECT');
    expect((await tryCode(codeAt(app.secret, world.now()))).code).toBe('THROTTLED');
  });

  const requestFrom = (email: string, address: string, browser?: Browser) =>
    call(browser ?? createBrowser(world, { 'x-ira-address': address }), 'entry.requestLink', { email });

  test('by mail survives the requests of a stranger, who neither ends a link nor blocks the member', async () => {
    const { secret, email } = await invite();
    const { app, browser } = await joinByApp(secret);
    await pass(world, { minutes: 20 });
    const link = await requestLink(email);
    const answers = [];
    for (let n = 0; n < 9; n += 1) answers.push((await requestFrom(email, '198.51.100.7')).code);
    expect([answers[0], answers.at(-1)]).toEqual(['ok', 'THROTTLED']);
    expect((await requestFrom(email, '192.0.2.5')).code).toBe('ok');
    // Only a browser of the member has a budget that strangers cannot use up.
    await transaction(world.db, (tx) =>
      tx.update(throttles).set({ count: 10_000 }).where(like(throttles.key, 'staffMail%')),
    );
    expect((await requestFrom(email, '192.0.2.6')).code).toBe('THROTTLED');
    expect((await requestFrom(email, '', browser)).code).toBe('ok');
    await runJobs();
    const code = codeAt(app.secret, world.now());
    const { code: result } = await call(createBrowser(world), 'entry.logInWithCode', { secret: link, code });
    expect(result).toBe('ok');
    const later = secretIn((await world.latestMail(email))?.links.find((one) => one.includes('#')) ?? '');
    const again = await call(createBrowser(world), 'entry.logInWithCode', { secret: later, code });
    expect(again.code).toBe('TOKEN_EXPIRED');
  });

  test('by mail does the same work for a member and for an unknown e-mail', async () => {
    const { secret, email } = await invite();
    await joinByApp(secret);
    await runJobs();
    const [known, unknown] = [
      await queriesOf(world.db, () => requestFrom(email, '192.0.2.1')),
      await queriesOf(world.db, () => requestFrom('nobody@ira.test', '198.51.100.1')),
    ];
    expect(known).toEqual(unknown);
  });

  test('by mail is refused to a member who set up an app and has not accepted the invitation', async () => {
    const { secret, email } = await invite();
    await call(createBrowser(world), 'entry.requestJoinApp', { secret });
    expect(await requestLink(email)).toBeNull();
  });

  test('by mail sends nothing to an e-mail without an app, and answers the same', async () => {
    const { email } = await plantMember(world, 'support');
    expect(await requestLink(email)).toBeNull();
    expect(await requestLink('stranger@ira.test')).toBeNull();
  });
});

describe('a session of the desk', () => {
  test('ends after 30 minutes without a request, and 12 hours after the log-in', async () => {
    const browser = await memberBrowser(world, 'support');
    await pass(world, { minutes: 29 });
    expect((await me(browser)).code).toBe('ok');
    await pass(world, { minutes: 29 });
    expect((await me(browser)).code).toBe('ok');
    await pass(world, { minutes: 30 });
    expect((await me(browser)).code).toBe('NOT_LOGGED_IN');

    const busy = await memberBrowser(world, 'support');
    for (let quarter = 1; quarter < 48; quarter += 1) {
      await pass(world, { minutes: 15 });
      expect((await me(busy)).code).toBe('ok');
    }
    await pass(world, { minutes: 15 });
    expect((await me(busy)).code).toBe('NOT_LOGGED_IN');
  });

  test('ends at once when the member logs out, is removed or is invited again', async () => {
    const owner = await memberBrowser(world, 'owner');
    const [out, removed, again] = await Promise.all([1, 2, 3].map(() => memberBrowser(world, 'support')));
    if (!out || !removed || !again) throw new Error('no members');
    await call(out, 'entry.logOut');
    await call(owner, 'team.remove', { staffId: removed.staffId });
    await call(owner, 'team.inviteAgain', { staffId: again.staffId });
    for (const browser of [out, removed, again]) expect((await me(browser)).code).toBe('NOT_LOGGED_IN');
  });

  test('follows a new role at its next request', async () => {
    const [owner, member] = [await memberBrowser(world, 'owner'), await memberBrowser(world, 'support')];
    await call(owner, 'team.changeRole', { staffId: member.staffId, role: 'owner' });
    expect((await callDesk(member, 'team.members', { kind: 'query' })).code).toBe('ok');
    await call(owner, 'team.changeRole', { staffId: member.staffId, role: 'warehouse' });
    expect((await callDesk(member, 'team.members', { kind: 'query' })).code).toBe('NOT_ALLOWED');
  });
});

describe('ten minutes after the log-in, a sensitive act', () => {
  const act = (browser: Browser) =>
    call(browser, 'team.invite', { ...INVITED, email: `${newId('staff')}@ira.test` });
  const INVITED = { role: 'support', locale: 'en' };
  const sessionOf = (browser: Browser) => /desk-session=([^;]+)/.exec(browser.cookies())?.[1] ?? '';

  test('needs a proof by passkey, which gives the session a new secret', async () => {
    const { browser, authenticator } = await joinByPasskey((await invite('owner')).secret);
    expect((await act(browser)).code).toBe('ok');
    await pass(world, { minutes: 10 });
    expect((await act(browser)).code).toBe('PROOF_REQUIRED');
    const copied = sessionOf(browser);
    const options = (await call(browser, 'entry.requestProof')).data as RequestOptions;
    const response = authenticator.get(options);
    expect((await call(browser, 'entry.logIn', { response })).code).toBe('PASSKEY_EXPIRED');
    expect((await call(browser, 'entry.prove', { response })).code).toBe('ok');
    expect((await call(browser, 'entry.prove', { response })).code).toBe('PASSKEY_EXPIRED');
    expect((await act(browser)).code).toBe('ok');
    const thief = createBrowser(world);
    thief.keepCookie('desk-session', copied);
    expect((await me(thief)).code).toBe('NOT_LOGGED_IN');
  });

  test('is refused after a proof by a colleague', async () => {
    const owner = await joinByPasskey((await invite('owner')).secret);
    const colleague = await joinByPasskey((await invite('owner')).secret);
    await pass(world, { minutes: 10 });
    const options = (await call(owner.browser, 'entry.requestProof')).data as RequestOptions;
    const response = colleague.authenticator.get({ ...options, allowCredentials: [] });
    expect((await call(owner.browser, 'entry.prove', { response })).code).toBe('PASSKEY_REFUSED');
    expect((await act(owner.browser)).code).toBe('PROOF_REQUIRED');
  });

  test('needs a new code of the app, five tries in 15 minutes', async () => {
    const { browser, app } = await joinByApp((await invite('owner')).secret);
    const used = codeAt(app.secret, world.now());
    await pass(world, { minutes: 16 });
    const prove = (code: string) => call(browser, 'entry.proveWithCode', { code });
    expect((await prove(used)).code).toBe('LOGIN_CODE_INCORRECT');
    expect((await act(browser)).code).toBe('PROOF_REQUIRED');
    expect((await prove(codeAt(app.secret, world.now()))).code).toBe('ok');
    expect((await act(browser)).code).toBe('ok');
    for (let n = 0; n < 3; n += 1) expect((await prove('123456')).code).toBe('LOGIN_CODE_INCORRECT');
    expect((await prove('123456')).code).toBe('THROTTLED');
  });
});

test('every owner, and no other member, is notified by mail of a sensitive act, in the own language', async () => {
  await transaction(world.db, (tx) => tx.update(staff).set({ removedAt: world.now(), joinedAt: null }));
  const [owner, other] = [await memberBrowser(world, 'owner'), await plantMember(world, 'owner')];
  const support = await plantMember(world, 'support');
  await transaction(world.db, (tx) =>
    tx.update(staff).set({ locale: 'th' }).where(eq(staff.id, other.staffId)),
  );
  await call(owner, 'team.createToken', { name: 'Monitor', scopes: ['metrics'], days: 1 });
  await call(owner, 'team.remove', { staffId: support.staffId });
  await call(owner, 'operation.pauseBilling', { on: true });
  await call(owner, 'operation.pauseBilling', { on: false });
  const told = await world.db.select().from(messages).where(eq(messages.kind, 'staff_act'));
  const what = (staffId: string) =>
    told
      .filter(({ dedupeKey }) => dedupeKey.endsWith(staffId))
      .map(({ payload }) => [(payload as { what: string }).what, (payload as { about: string }).about])
      .toSorted();
  const expected = [
    ['billing.paused', null],
    ['billing.resumed', null],
    ['staff.removed', support.email],
    ['token.created', 'Monitor'],
  ];
  expect([what(owner.staffId), what(other.staffId)]).toEqual([expected, expected]);
  expect(what(support.staffId)).toEqual([]);
  await runJobs();
  const mail = await world.latestMail(other.email);
  expect(mail?.subject).toMatch(/^ระบบหลังร้าน ira: /);
});

describe('the sessions of a member', () => {
  const list = async (browser: Browser) =>
    (await callDesk(browser, 'entry.sessions', { kind: 'query' })).data as ListedSession[];

  test('are listed and ended by their own member, one or all others', async () => {
    const { browser, authenticator } = await joinByPasskey((await invite()).secret);
    const enter = async () => {
      const next = createBrowser(world);
      const options = (await call(next, 'entry.requestPasskey')).data as RequestOptions;
      await call(next, 'entry.logIn', { response: authenticator.get(options) });
      return next;
    };
    const [second, third] = [await enter(), await enter()];
    const sessions = await list(browser);
    expect(sessions.map(({ isCurrent, method }) => [isCurrent, method])).toEqual([
      [true, 'passkey'],
      [false, 'passkey'],
      [false, 'passkey'],
    ]);
    const stranger = await memberBrowser(world, 'owner');
    const [, { sessionId = '' } = {}] = sessions;
    expect((await call(stranger, 'entry.endSession', { sessionId })).code).toBe('NOT_FOUND');
    expect((await call(browser, 'entry.endSession', { sessionId })).code).toBe('ok');
    const codes = [(await me(second)).code, (await me(third)).code];
    expect(codes.toSorted()).toEqual(['NOT_LOGGED_IN', 'ok']);
    await call(browser, 'entry.endOtherSessions');
    expect([(await me(second)).code, (await me(third)).code]).toEqual(['NOT_LOGGED_IN', 'NOT_LOGGED_IN']);
    expect(await list(browser)).toHaveLength(1);
  });

  test('end with the next log-in in the same browser', async () => {
    const browser = await memberBrowser(world, 'owner');
    const before = browser.cookies();
    const { authenticator } = await joinByPasskey((await invite()).secret);
    const options = (await call(browser, 'entry.requestPasskey')).data as RequestOptions;
    expect((await call(browser, 'entry.logIn', { response: authenticator.get(options) })).code).toBe('ok');
    const old = createBrowser(world);
    old.keepCookie('desk-session', /desk-session=([^;]+)/.exec(before)?.[1] ?? '');
    expect((await me(old)).code).toBe('NOT_LOGGED_IN');
    expect((await me(browser)).data).toMatchObject({ role: 'support' });
  });
});

describe('the last owner', () => {
  test('is not removed, demoted or invited again, also by two owners at once', async () => {
    await transaction(world.db, (tx) => tx.update(staff).set({ removedAt: world.now(), joinedAt: null }));
    const [one, two] = [await plantMember(world, 'owner'), await plantMember(world, 'owner')];
    const remove = ({ staffId }: { staffId: string }) => removeStaff(world.ctx(), OWNER, staffId);
    expect(await countCodes([remove(one), remove(two)])).toEqual({ accepted: 1, LAST_OWNER: 1 });
    const [last] = await world.db.select().from(staff).where(isNull(staff.removedAt));
    const staffId = last?.id ?? '';
    const demote = changeRole(world.ctx(), OWNER, { staffId, role: 'support' });
    expect(await countCodes([demote, inviteAgain(world.ctx(), OWNER, { staffId })])).toEqual({
      LAST_OWNER: 2,
    });
    const rescued = inviteAgain(world.ctx(), 'operator', { staffId, evenLastOwner: true });
    expect(await codeOf(rescued)).toBe('accepted');
  });
});

test('every change of the team is in the audit with its actor', async () => {
  const owner = await memberBrowser(world, 'owner');
  const { staffId } = await plantMember(world, 'support');
  await call(owner, 'team.changeRole', { staffId, role: 'finance' });
  await call(owner, 'team.remove', { staffId });
  // Both have the same time.
  const events = await world.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subject, staffId))
    .orderBy(desc(auditEvents.what));
  expect(events.map(({ actor, what, detail }) => ({ actor, what, detail }))).toEqual([
    {
      actor: `staff:${owner.staffId}`,
      what: 'staff.role_changed',
      detail: { from: 'support', to: 'finance' },
    },
    { actor: `staff:${owner.staffId}`, what: 'staff.removed', detail: null },
  ]);
});
