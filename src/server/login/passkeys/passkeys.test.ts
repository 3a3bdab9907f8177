import { generateKeyPairSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '@/domain/passkey';
import { transaction } from '@/server/db';
import { accounts, auditEvents, passkeyChallenges, passkeys, sessions } from '@/server/db/schema';
import { logInAs } from '@/testing/callers';
import { cloneSubscriber } from '@/testing/clone-subscriber';
import { createAuthenticator, type Authenticator, type Oddity } from '@/testing/authenticator';
import { createBrowser, registerUpToPayment, type Browser } from '@/testing/browser';
import { addPasskey, browserOf, callPasskeys, logInBy, proveBy, requestLogIn } from '@/testing/passkeys';
import { queriesOf } from '@/testing/queries';
import { messageKindsOf, pass, plantSubscriber, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import type { CreationOptions } from '../webauthn/ceremonies';

const world = withWorld();

const COPIES = 60;
const copies: Planted[] = [];

// Copies of one subscriber: a registration with a payment takes much longer.
beforeAll(async () => {
  const template = await plantSubscriber(world);
  await cloneSubscriber(world, template, COPIES);
  for (let n = 1; n <= COPIES; n++) {
    const copyOf = (id: string) => `${id}_${n}`;
    const { accountId, subscriptionId, email } = template;
    copies.push({
      accountId: copyOf(accountId),
      subscriptionId: copyOf(subscriptionId),
      email: copyOf(email),
    });
  }
});

/** Returns a subscriber without a password and without a confirmed e-mail. */
const nextPerson = () => copies.pop()!;

const rowsOf = ({ accountId }: Planted) =>
  world.db.select().from(passkeys).where(eq(passkeys.accountId, accountId));
const sessionsOf = ({ accountId }: Planted) =>
  world.db.select().from(sessions).where(eq(sessions.userId, accountId));
const eventsOf = async ({ accountId }: Planted) =>
  (await world.db.select().from(auditEvents).where(eq(auditEvents.subject, accountId))).map(
    ({ what }) => what,
  );

interface Holder {
  person: Planted;
  browser: Browser;
  authenticator: Authenticator;
}

/** Creates a subscriber with a passkey, in a browser with a session. */
async function plantHolder(options?: Parameters<typeof createAuthenticator>[0]): Promise<Holder> {
  const person = nextPerson();
  const browser = await browserOf(world, person);
  const authenticator = createAuthenticator(options);
  const added = await addPasskey(browser, authenticator);
  if (added.code !== 'ok') throw new Error(`not added: ${added.code}`);
  return { person, browser, authenticator };
}

describe('a passkey', () => {
  test('is added, named and listed without its keys, and the owner is notified', async () => {
    const { person, browser } = await plantHolder();
    const list = await browser.get('/api/trpc/passkeys.list');
    const [row] = await rowsOf(person);
    const shown = { passkeyId: row?.id, name: 'My phone', synced: false, lastUsedAt: null };
    expect(list.body).toMatchObject({
      result: {
        data: {
          json: { max: PASSKEYS_MAX, passkeys: [{ ...shown, createdAt: expect.any(String) as string }] },
        },
      },
    });
    const text = JSON.stringify(list.body);
    for (const secret of [row?.credentialId, row?.publicKey]) expect(text).not.toContain(secret);
    expect(await messageKindsOf(world, person.accountId)).toContain('passkey_added');
    expect(await eventsOf(person)).toContain('account.passkey_added');
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  test('is requested as a discoverable credential with user verification, under one random user handle per account', async () => {
    const { person, browser } = await plantHolder();
    const options = await requestNew(browser);
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    const [held] = await rowsOf(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'ira' },
      user: { id: account?.passkeyHandle, name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: held?.credentialId, transports: ['internal'] }],
    });
    const handle = Buffer.from(options.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    for (const known of [person.accountId, person.email])
      expect(handle.toString('latin1')).not.toContain(known);
  });

  test('logs in, and starts a session as any other log-in does', async () => {
    const { person, authenticator } = await plantHolder();
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ emailVerifiedAt: world.now() }).where(eq(accounts.id, person.accountId)),
    );
    const browser = createBrowser(world, { 'user-agent': 'a new phone' });
    await pass(world, { minutes: 1 });
    expect((await logInBy(browser, authenticator)).data).toMatchObject({ account: { email: person.email } });
    expect((await browser.get('/api/me')).status).toBe(200);
    const [row] = await rowsOf(person);
    expect(row).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) as Date });
    const begun = (await sessionsOf(person)).find(({ method }) => method === 'passkey');
    expect(begun).toMatchObject({ passkeyId: row?.id, device: 'a new phone' });
    expect(await messageKindsOf(world, person.accountId)).toContain('new_device');
    const before = browser.cookie();
    await logInBy(browser, authenticator);
    expect(browser.cookie()).not.toBe(before);
    expect(await sessionsOf(person)).toHaveLength(2);
    const mails = (await messageKindsOf(world, person.accountId)).filter((kind) => kind === 'new_device');
    expect(mails).toHaveLength(1);
  });

  test('logs in also with an unconfirmed e-mail, as a password does', async () => {
    const { person, authenticator } = await plantHolder();
    const [account] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
    expect(account?.emailVerifiedAt).toBeNull();
    expect((await logInBy(createBrowser(world), authenticator)).code).toBe('ok');
  });

  test('is renamed by its account, and a name that is empty or too long is refused', async () => {
    const { person, browser } = await plantHolder();
    const [row] = await rowsOf(person);
    const rename = (name: string) => callPasskeys(browser, 'rename', { passkeyId: row?.id, name });
    expect((await rename(' Work laptop ')).data).toMatchObject({ passkeys: [{ name: 'Work laptop' }] });
    for (const name of ['', '  ', 'x'.repeat(61), 'a\nb'])
      expect((await rename(name)).code).toBe('INPUT_INVALID');
    expect(await eventsOf(person)).toContain('account.passkey_renamed');
  });

  test('of one authenticator is added once, and ten to an account at most', async () => {
    const { person, browser, authenticator } = await plantHolder();
    await expect(addPasskey(browser, authenticator)).rejects.toThrow('InvalidStateError');
    const credentialId = Buffer.from((await rowsOf(person))[0]?.credentialId ?? '', 'base64url');
    expect((await addPasskey(browser, createAuthenticator(), { odd: { credentialId } })).code).toBe(
      'PASSKEY_TAKEN',
    );
    for (let n = 1; n < PASSKEYS_MAX; n++)
      expect((await addPasskey(browser, createAuthenticator())).code).toBe('ok');
    expect((await addPasskey(browser, createAuthenticator())).code).toBe('PASSKEYS_FULL');
    expect(await rowsOf(person)).toHaveLength(PASSKEYS_MAX);
  });

  test('with the credential of another account is refused without revealing it', async () => {
    const [first, second] = [await plantHolder(), await plantHolder()];
    const credentialId = Buffer.from((await rowsOf(first.person))[0]?.credentialId ?? '', 'base64url');
    const copied = await addPasskey(second.browser, createAuthenticator(), { odd: { credentialId } });
    expect(copied.code).toBe('PASSKEY_REFUSED');
    expect(await rowsOf(second.person)).toHaveLength(1);
  });

  test('cannot be added or used as a proof by a visitor or during a registration', async () => {
    const { browser } = await registerUpToPayment(world);
    for (const name of ['requestNew', 'requestProof'])
      expect(await callPasskeys(browser, name)).toMatchObject({ code: 'NOT_ALLOWED', status: 403 });
    expect((await callPasskeys(createBrowser(world), 'requestNew')).code).toBe('NOT_LOGGED_IN');
  });
});

describe('a challenge', () => {
  test('is random with 256 bits, and no two are the same', async () => {
    const browser = createBrowser(world);
    const issued = new Set<string>();
    for (let n = 0; n < 3; n++) issued.add((await requestLogIn(browser)).challenge);
    expect(issued.size).toBe(3);
    for (const challenge of issued) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32);
  });

  test('logs in once, also when it is answered ten times at once', async () => {
    const { authenticator } = await plantHolder();
    const browser = createBrowser(world);
    const response = authenticator.get(await requestLogIn(browser));
    const cookies = { cookie: browser.cookies() };
    const tries = Array.from({ length: 10 }, () =>
      world.request('POST', '/api/trpc/passkeys.logIn', { json: { response } }, cookies),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await callPasskeys(browser, 'logIn', { response })).toMatchObject({ code: 'PASSKEY_EXPIRED' });
  });

  test('allows one try: after a wrong signature, the right one is refused', async () => {
    const { authenticator } = await plantHolder();
    const browser = createBrowser(world);
    const options = await requestLogIn(browser);
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const answer = (odd?: Oddity) =>
      callPasskeys(browser, 'logIn', { response: authenticator.get(options, odd) });
    expect((await answer({ key })).code).toBe('PASSKEY_REFUSED');
    expect((await answer()).code).toBe('PASSKEY_EXPIRED');
  });

  test('ends after five minutes', async () => {
    const { authenticator } = await plantHolder();
    const browser = createBrowser(world);
    for (const [seconds, code] of [
      [299, 'ok'],
      [300, 'PASSKEY_EXPIRED'],
    ] as const) {
      const response = authenticator.get(await requestLogIn(browser));
      await pass(world, { seconds });
      expect((await callPasskeys(browser, 'logIn', { response })).code).toBe(code);
    }
  });

  test('is bound to its browser: another browser cannot answer it, two tabs of one browser can', async () => {
    const { authenticator } = await plantHolder();
    const [browser, other] = [createBrowser(world), createBrowser(world)];
    const [first, second] = [await requestLogIn(browser), await requestLogIn(browser)];
    const stolen = authenticator.get(first);
    await requestLogIn(other);
    expect((await callPasskeys(other, 'logIn', { response: stolen })).code).toBe('PASSKEY_EXPIRED');
    expect((await callPasskeys(createBrowser(world), 'logIn', { response: stolen })).code).toBe(
      'PASSKEY_EXPIRED',
    );
    for (const options of [first, second])
      expect((await callPasskeys(browser, 'logIn', { response: authenticator.get(options) })).code).toBe(
        'ok',
      );
  });

  test('is bound to its purpose and its account', async () => {
    const { browser, authenticator, person } = await plantHolder();
    await pass(world, { hours: 24 });
    const again = await browserOf(world, person);
    const options = await requestLogIn(again);
    const response = authenticator.get(options);
    expect((await callPasskeys(again, 'prove', { response })).code).toBe('PASSKEY_EXPIRED');
    const created = createAuthenticator().create({
      ...(await requestNew(again)),
      challenge: options.challenge,
    });
    expect((await callPasskeys(again, 'add', { name: 'x', response: created })).code).toBe('PASSKEY_EXPIRED');
    const stranger = nextPerson();
    const theirs = createAuthenticator().create(await requestNew(again));
    again.keepSession((await logInAs(world, stranger)).cookie.split('=')[1] ?? '');
    expect((await callPasskeys(again, 'add', { name: 'x', response: theirs })).code).toBe('PASSKEY_EXPIRED');
    expect(await rowsOf(stranger)).toEqual([]);
    expect(browser.cookies()).toContain('passkey=');
  });

  test('that was never issued is refused, and answering needs the cookie', async () => {
    const { authenticator } = await plantHolder();
    const browser = createBrowser(world);
    const options = await requestLogIn(browser);
    const before = await world.db.$count(passkeyChallenges);
    const forged = authenticator.get(options, { challenge: 'bm90IG91cnM' });
    expect((await callPasskeys(browser, 'logIn', { response: forged })).code).toBe('PASSKEY_EXPIRED');
    expect(await world.db.$count(passkeyChallenges)).toBe(before);
  });
});

async function requestNew(browser: Browser): Promise<CreationOptions> {
  return (await callPasskeys(browser, 'requestNew')).data as CreationOptions;
}

const ODDITIES: [string, Oddity][] = [
  ['of another origin', { origin: 'https://ira.example.net' }],
  ['for another relying party', { rpId: 'example.net' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['without user verification', { verified: false }],
  ['without the user', { present: false }],
  ['of the other ceremony', { type: 'webauthn.nonsense' }],
];

describe('a response', () => {
  test.each(ODDITIES)('%s neither adds a passkey nor logs in', async (_what, odd) => {
    const { person, browser, authenticator } = await plantHolder();
    expect((await addPasskey(browser, createAuthenticator(), { odd })).code).toBe('PASSKEY_REFUSED');
    expect(await rowsOf(person)).toHaveLength(1);
    const visitor = createBrowser(world);
    expect((await logInBy(visitor, authenticator, odd)).code).toBe('PASSKEY_REFUSED');
    expect(visitor.cookie()).toBe('');
    expect((await logInBy(visitor, authenticator)).code).toBe('ok');
  });

  test('signed with another key, or with the handle of another account, does not log in', async () => {
    const [own, other] = [await plantHolder(), await plantHolder()];
    const visitor = createBrowser(world);
    const key = other.authenticator.keys[0]?.privateKey;
    const handle = other.authenticator.keys[0]?.handle;
    for (const odd of [{ key }, { handle }])
      expect((await logInBy(visitor, own.authenticator, odd)).code).toBe('PASSKEY_REFUSED');
    expect(await eventsOf(own.person)).toContain('account.log_in_failed');
  });

  test('with a certificate is refused, so that no URL of a certificate is fetched', async () => {
    const { browser } = await plantHolder();
    for (const format of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet']) {
      const statement = new Map([['x5c', [Buffer.from('certificate')]]]);
      const odd: Oddity = { attestation: [format, statement] };
      expect((await addPasskey(browser, createAuthenticator(), { odd })).code).toBe('PASSKEY_REFUSED');
    }
  });

  test('with an unknown credential gets the same response with the same queries as a wrong signature', async () => {
    const { authenticator } = await plantHolder();
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const answerTo = async (odd: Oddity) => {
      const browser = createBrowser(world);
      const response = authenticator.get(await requestLogIn(browser), odd);
      let outcome: unknown;
      const asked = await queriesOf(world.db, async () => {
        outcome = await callPasskeys(browser, 'logIn', { response });
      });
      return { outcome, asked };
    };
    const unknown = { credentialId: Buffer.alloc(32, 7) };
    await answerTo(unknown);
    expect(await answerTo(unknown)).toEqual(await answerTo({ key }));
  });

  test('whose counter does not advance is refused and recorded, and synced passkeys send 0', async () => {
    const { person, authenticator } = await plantHolder();
    const visitor = createBrowser(world);
    expect((await logInBy(visitor, authenticator, { counter: 5 })).code).toBe('ok');
    for (const counter of [5, 4, 0])
      expect((await logInBy(visitor, authenticator, { counter })).code).toBe('PASSKEY_REFUSED');
    expect(
      (await eventsOf(person)).filter((what) => what === 'account.passkey_counter_refused'),
    ).toHaveLength(3);
    expect((await rowsOf(person))[0]?.counter).toBe(5);
    expect((await logInBy(visitor, authenticator, { counter: 6 })).code).toBe('ok');

    const synced = await plantHolder({ synced: true });
    for (let n = 0; n < 3; n++) expect((await logInBy(visitor, synced.authenticator)).code).toBe('ok');
    expect((await rowsOf(synced.person))[0]).toMatchObject({ counter: 0, synced: true });
  });
});

describe('a proof', () => {
  test('by passkey replaces the password after ten minutes, and replaces the session', async () => {
    const { person, authenticator } = await plantHolder();
    await pass(world, { hours: 24 });
    const browser = await browserOf(world, person, 11 * 60_000);
    const before = browser.cookie();
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('PROOF_REQUIRED');
    expect((await proveBy(browser, authenticator)).code).toBe('ok');
    expect(browser.cookie()).not.toBe(before);
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('ok');
    await pass(world, { minutes: 10 });
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('PROOF_REQUIRED');
  });

  test('is not given by a passkey that a stolen recent session added, for a day', async () => {
    const { person, authenticator } = await plantHolder();
    await pass(world, { hours: 23, minutes: 59 });
    const stolen = await browserOf(world, person, 11 * 60_000);
    expect((await proveBy(stolen, authenticator)).code).toBe('PASSKEY_REFUSED');
    const fresh = createBrowser(world);
    expect((await logInBy(fresh, authenticator)).code).toBe('ok');
    expect((await callPasskeys(fresh, 'requestNew')).code).toBe('PROOF_REQUIRED');
    await pass(world, { minutes: 1 });
    expect((await callPasskeys(fresh, 'requestNew')).code).toBe('ok');
    await transaction(world.db, (tx) => tx.delete(passkeys).where(eq(passkeys.accountId, person.accountId)));
    expect((await callPasskeys(fresh, 'requestNew')).code).toBe('PROOF_REQUIRED');
  });

  test('is not given by the passkey of another account', async () => {
    const [own, other] = [await plantHolder(), await plantHolder()];
    await pass(world, { hours: 24 });
    const browser = await browserOf(world, own.person, 11 * 60_000);
    const options = (await callPasskeys(browser, 'requestProof')).data as Parameters<Authenticator['get']>[0];
    const response = other.authenticator.get({ ...options, allowCredentials: [] });
    expect((await callPasskeys(browser, 'prove', { response })).code).toBe('PASSKEY_REFUSED');
    expect((await callPasskeys(browser, 'requestNew')).code).toBe('PROOF_REQUIRED');
  });
});

test('each call takes at most thirteen statements', async () => {
  const { person, browser, authenticator } = await plantHolder();
  await logInBy(browser, authenticator);
  await pass(world, { hours: 24 });
  await logInBy(browser, authenticator);
  const counted: Record<string, number> = {};
  const count = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    let result: T | undefined;
    const asked = await queriesOf(world.db, async () => {
      result = await work();
    });
    counted[name] = asked.filter((query) => !/^(begin|commit)/i.test(query)).length;
    return result as T;
  };
  const options = await count('requestLogIn', () => requestLogIn(browser));
  const response = authenticator.get(options);
  await count('logIn', () => callPasskeys(browser, 'logIn', { response }));
  const proof = await count('requestProof', () => callPasskeys(browser, 'requestProof'));
  const proven = authenticator.get(proof.data as typeof options);
  await count('prove', () => callPasskeys(browser, 'prove', { response: proven }));
  const { data } = await count('requestNew', () => callPasskeys(browser, 'requestNew'));
  const created = createAuthenticator().create(data as CreationOptions);
  await count('add', () => callPasskeys(browser, 'add', { name: 'Two', response: created }));
  const [passkeyId] = (await rowsOf(person)).map(({ id }) => id);
  await count('rename', () => callPasskeys(browser, 'rename', { passkeyId, name: 'Three' }));
  await count('remove', () => callPasskeys(browser, 'remove', { passkeyId }));
  expect(Object.entries(counted).filter(([, statements]) => statements > 13)).toEqual([]);
});
