import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, identities } from '@/server/db/schema';
import { throughTrpc } from '@/testing/callers';
import { createTraveller, lineUserId, MALI, plantIdentity, walkToLine, type Traveller } from '@/testing/line';
import { registration } from '@/testing/browser';
import { pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

const REGISTER = { intent: 'register' };
const PATH = '/api/register';
const registrationRequestOf = (changes: Record<string, unknown> = {}) => {
  return { ...registration(changes), password: undefined };
};
const profileOf = async (traveller: Traveller) =>
  (
    await throughTrpc(world, { cookie: traveller.cookies(), account: null }, [
      'registration.lineProfile',
      'query',
    ])
  ).data;
const copyOf = (traveller: Traveller) => createTraveller(world, new Map(traveller.jar));
const me = async (traveller: Traveller) => {
  const answer = await world.request('GET', '/api/me', undefined, { cookie: traveller.cookies() });
  return ((await answer.json()) as { data?: { account: { id: string; email: string } } }).data?.account;
};

/** Returns a browser that has logged in with LINE but has not registered. */
async function shown(person = 'mali') {
  const traveller = createTraveller(world);
  const end = await walkToLine(world, traveller, { person }, REGISTER);
  if (end !== '/register/details') throw new Error(`not shown: ${end}`);
  return traveller;
}

describe('returning from LINE to register', () => {
  test('fills in name and e-mail, in this browser only, for an hour', async () => {
    const traveller = await shown();
    expect(await profileOf(traveller)).toEqual({ displayName: 'Mali', email: MALI.email });
    expect(await profileOf(await shown('nok'))).toEqual({ displayName: 'Nok', email: null });
    expect(await profileOf(createTraveller(world))).toBeNull();
    await pass(world, { minutes: 60 });
    expect(await profileOf(traveller)).toBeNull();
  });

  test('with a profile that has an account shows LINE_TAKEN on the page', async () => {
    const { accountId } = await plantSubscriber(world);
    await plantIdentity(world, accountId, MALI.subject);
    const traveller = createTraveller(world);
    expect(await walkToLine(world, traveller, MALI, { ...REGISTER, locale: 'th' })).toBe(
      '/th/register/details?line=taken',
    );
    expect(traveller.jar.size).toBe(0);
  });

  test("to one's own unfinished registration continues it", async () => {
    const traveller = await shown();
    await traveller.post(PATH, registrationRequestOf());
    expect(await walkToLine(world, traveller, MALI, REGISTER)).toBe('/register/details');
  });
});

describe('registering with LINE', () => {
  test('needs no password: the account has LINE only, its e-mail is unverified and the cookie is deleted', async () => {
    const traveller = await shown();
    const requested = registrationRequestOf({ email: 'other@example.test' });
    const answer = await traveller.post(PATH, requested);
    expect([answer.status, answer.data.registrationId]).toEqual([200, expect.stringMatching(/^reg_/)]);
    expect(traveller.jar.has('line-registration')).toBe(false);
    const [row] = await world.db
      .select()
      .from(identities)
      .innerJoin(accounts, eq(accounts.id, identities.accountId));
    expect(row?.accounts).toMatchObject({
      email: requested.email,
      passwordHash: null,
      emailVerifiedAt: null,
    });
    expect(row?.identities).toMatchObject({ subject: MALI.subject, displayName: 'Mali', friend: true });
    const [session] = await world.db.execute(sql`select method from sessions`);
    expect(session).toEqual({ method: 'registration' });
    const mails = await world.db.execute(sql`select kind from messages`);
    expect([...mails]).toEqual([{ kind: 'verify_email' }]);
    const back = createTraveller(world);
    expect(await walkToLine(world, back, MALI, { intent: 'login' })).toBe('/account');
    expect((await me(back))?.email).toBe(requested.email);
  });

  test('without the cookie, with an unknown one, or too late, requires a password', async () => {
    const late = await shown();
    await pass(world, { minutes: 60 });
    const stranger = createTraveller(world);
    stranger.jar.set('line-registration', 'a'.repeat(43));
    for (const traveller of [createTraveller(world), stranger, late]) {
      const answer = await traveller.post(PATH, registrationRequestOf());
      const fieldErrors = { password: ['Required'] };
      expect(answer).toMatchObject({ status: 400, code: 'INPUT_INVALID', fieldErrors });
    }
    expect(await world.db.select().from(accounts)).toHaveLength(0);
  });

  test('with a password ignores LINE', async () => {
    const traveller = await shown();
    expect((await traveller.post(PATH, registration())).status).toBe(200);
    expect(await world.db.select().from(identities)).toHaveLength(0);
  });

  test("with LINE's e-mail of an existing account is EMAIL_TAKEN and changes nothing of it", async () => {
    await createTraveller(world).post(PATH, registration({ email: MALI.email }));
    const traveller = await shown();
    const answer = await traveller.post(PATH, registrationRequestOf({ email: MALI.email }));
    expect([answer.status, answer.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(await world.db.select().from(identities)).toHaveLength(0);
    expect((await traveller.post(PATH, registrationRequestOf())).status).toBe(200);
  });

  test('with a profile that got an account meanwhile is LINE_TAKEN and writes nothing', async () => {
    const traveller = await shown();
    const { accountId } = await plantSubscriber(world);
    await plantIdentity(world, accountId, MALI.subject);
    const answer = await traveller.post(PATH, registrationRequestOf());
    expect([answer.status, answer.code]).toEqual([409, 'LINE_TAKEN']);
    expect(await world.db.select().from(accounts)).toHaveLength(1);
  });

  test('six times at once with one profile creates one account', async () => {
    const browsers = await Promise.all([shown(), shown(), shown()]);
    const all = [...browsers, ...browsers.map(copyOf)];
    const answers = await Promise.all(all.map((browser) => browser.post(PATH, registrationRequestOf())));
    expect(answers.map(({ code }) => code ?? 'ok').sort()).toEqual([
      ...Array<string>(5).fill('LINE_TAKEN'),
      'ok',
    ]);
    expect(await world.db.select().from(accounts)).toHaveLength(1);
  });
});

describe('changing an unfinished registration', () => {
  test('keeps LINE', async () => {
    const traveller = await shown();
    const requested = registrationRequestOf();
    await traveller.post(PATH, requested);
    const answer = await traveller.post(PATH, {
      ...requested,
      details: { ...requested.details, firstName: 'Ploy' },
    });
    expect(answer.status).toBe(200);
    expect(await world.db.select().from(identities)).toHaveLength(1);
    expect(await world.db.select().from(accounts)).toHaveLength(1);
  });

  test('that began with a password adds LINE after a LINE log-in, and replaces it by another profile', async () => {
    const traveller = createTraveller(world);
    const requested = registrationRequestOf();
    await traveller.post(PATH, { ...requested, password: 'correct horse' });
    for (const person of ['mali', 'nok']) {
      await walkToLine(world, traveller, { person }, REGISTER);
      expect((await traveller.post(PATH, requested)).status).toBe(200);
      const held = await world.db.select().from(identities);
      expect(held.map(({ subject }) => subject)).toEqual([lineUserId(person)]);
    }
  });

  test('to LINE, or to another e-mail without a password, deletes the password and ends its sessions', async () => {
    const logIn = async (email: string) => {
      const browser = createTraveller(world);
      const { code = 'ok' } = await browser.post('/api/login', { email, password: 'correct horse' });
      return { browser, code };
    };
    const toLine = async (traveller: Traveller) => {
      await walkToLine(world, traveller, { person: 'mali' }, REGISTER);
      return {};
    };
    for (const goOver of [toLine, () => Promise.resolve({ email: 'shared-browser@example.test' })]) {
      const traveller = createTraveller(world);
      const requested = registration();
      await traveller.post(PATH, requested);
      const { browser: before } = await logIn(requested.email);
      const same = { ...requested, password: undefined, email: requested.email.toUpperCase() };
      await traveller.post(PATH, same);
      expect([(await logIn(requested.email)).code, (await me(before)) !== undefined]).toEqual(['ok', true]);
      const changed = { ...same, ...(await goOver(traveller)) };
      expect((await traveller.post(PATH, changed)).status).toBe(200);
      expect((await logIn(changed.email)).code).toBe('LOGIN_INCORRECT');
      expect([await me(before), (await me(traveller))?.email]).toEqual([undefined, changed.email]);
    }
  });

  test('to another e-mail with a password keeps that password', async () => {
    const traveller = createTraveller(world);
    await traveller.post(PATH, registration());
    const changed = registration({ password: 'battery staple' });
    await traveller.post(PATH, changed);
    const { status } = await createTraveller(world).post('/api/login', {
      email: changed.email,
      password: 'battery staple',
    });
    expect(status).toBe(200);
  });
});

test('a LINE profile from before the registration began in this browser is not used', async () => {
  const traveller = await shown();
  await pass(world, { minutes: 1 });
  const requested = registration();
  await traveller.post(PATH, requested);
  expect((await traveller.post(PATH, { ...requested, password: undefined })).status).toBe(200);
  expect(await world.db.select().from(identities)).toHaveLength(0);
});

describe('repeating a registration with a key after a lost response', () => {
  const key = { 'idempotency-key': 'key-of-line' };

  test('gives the browser that returned from LINE a new session of the same registration', async () => {
    const traveller = await shown();
    const lost = copyOf(traveller);
    const requested = registrationRequestOf();
    const first = await traveller.post(PATH, requested, key);
    const again = await lost.post(PATH, requested, key);
    expect(again.data).toEqual(first.data);
    expect([(await me(lost))?.id, lost.jar.has('line-registration')]).toEqual([
      (await me(traveller))?.id,
      false,
    ]);
    expect(await world.db.select().from(accounts)).toHaveLength(1);
  });

  test('twenty times at once makes one registration, and gives all twenty a session of it', async () => {
    const traveller = await shown();
    const requested = registrationRequestOf();
    const browsers = Array.from({ length: 20 }, () => copyOf(traveller));
    const answers = await Promise.all(browsers.map((browser) => browser.post(PATH, requested, key)));
    expect(new Set(answers.map(({ status, data }) => `${status} ${JSON.stringify(data)}`)).size).toBe(1);
    const whose = await Promise.all(browsers.map(me));
    expect(new Set(whose.map((account) => account?.id)).size).toBe(1);
    expect(await world.db.select().from(accounts)).toHaveLength(1);
  });

  test('gives no session to another browser that knows key and body', async () => {
    const requested = registrationRequestOf();
    await (await shown()).post(PATH, requested, key);
    const guessing = createTraveller(world);
    guessing.jar.set('line-registration', 'b'.repeat(43));
    for (const stranger of [createTraveller(world), guessing, await shown('nok')]) {
      const answer = await stranger.post(PATH, requested, key);
      expect([answer.status, answer.given]).toEqual([200, []]);
    }
  });

  test('gives the same browser no session an hour later, or after LINE was unlinked', async () => {
    const traveller = await shown();
    const [later, unlinked] = [copyOf(traveller), copyOf(traveller)];
    const requested = registrationRequestOf();
    await traveller.post(PATH, requested, key);
    const [held] = await world.db.select().from(identities);
    await world.db.transaction((tx) => tx.delete(identities), { accessMode: 'read write' });
    expect((await unlinked.post(PATH, requested, key)).given).toEqual([]);
    await plantIdentity(world, held?.accountId ?? '', MALI.subject);
    await pass(world, { minutes: 60 });
    expect((await later.post(PATH, requested, key)).given).toEqual([]);
  });
});
