import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, sessions } from '@/server/db/schema';
import { accountOf, codeOf } from '@/testing/account-caller';
import { logInAs } from '@/testing/callers';
import { MALI } from '@/testing/line';
import { callAuth, linkMailedTo } from '@/testing/link-requests';
import { createBrowser, registration, type Browser } from '@/testing/browser';
import { plantSubscriber } from '@/testing/subscribers';
import { untilLocked } from '@/testing/waiting';
import { withWorld } from '@/testing/with-world';
import { linkLine } from './line-link';
import { transaction } from '../db';
import { lockSubscriptionOf } from '../lifecycle/locks';
import { hashPassword, verifyPassword } from './password';
import { endOtherSessions, findSession } from './session';

const world = withWorld();

const OLD = 'correct horse';
const NEW = 'battery staple';

/**
 * Occupies all hashing slots for about a second.
 * @returns whether all are still occupied
 */
async function holdHashing(): Promise<() => boolean> {
  const slow = await hash('slow', { memoryCost: 19_456, timeCost: 60, parallelism: 1 });
  let isHeld = true;
  const turns = Array.from({ length: availableParallelism() }, () => verifyPassword(slow, 'slow'));
  void Promise.race(turns).then(() => (isHeld = false));
  return () => isHeld;
}

/**
 * Starts an action that verifies a password.
 * @returns when the stored hash has been read
 */
async function untilHashAsked(begin: () => Promise<void>): Promise<{ done: Promise<void> }> {
  const { options } = world.db.$client;
  try {
    return await new Promise((resolve) => {
      let done: Promise<void> | null = null;
      options.debug = (_connection, query) => {
        if (query.includes('"password_hash"') && done) resolve({ done });
      };
      done = begin();
    });
  } finally {
    options.debug = false;
  }
}

/** Holds a subscription's lock during `work`. */
async function holding(accountId: string, work: () => Promise<void>): Promise<void> {
  await transaction(world.db, async (tx) => {
    await lockSubscriptionOf(tx, accountId);
    await work();
  });
}

const WISH = registration();
const KEY = { 'idempotency-key': 'of the lost answer' };

const VERIFYING: [string, (browser: Browser) => Promise<{ status: number }>, number][] = [
  ['a log-in', (browser) => browser.post('/api/login', { email: WISH.email, password: OLD }), 401],
  ['the request that registered, repeated,', (browser) => browser.post('/api/register', WISH, KEY), 200],
];

test.each(VERIFYING)(
  '%s whose password is verified while a reset commits starts no session',
  async (_what, begin, status) => {
    const { email } = WISH;
    await createBrowser(world).post('/api/register', WISH, KEY);
    const [row] = await world.db.select().from(accounts).where(eq(accounts.email, email));
    const accountId = row?.id ?? '';
    await transaction(world.db, async (tx) =>
      tx
        .update(accounts)
        .set({ passwordHash: await hashPassword(OLD) })
        .where(eq(accounts.id, accountId)),
    );
    await callAuth(world, 'requestPasswordReset', { email });
    const { token } = await linkMailedTo(world, email);
    const browser = createBrowser(world);
    let resetting = Promise.resolve('');
    let verifying: Promise<void> = Promise.resolve();
    let isHeld = () => false;
    await holding(accountId, async () => {
      // Its own hashing is done, and it waits for the lock.
      const input = { token, password: NEW, confirmPassword: NEW };
      resetting = callAuth(world, 'resetPassword', input).then(({ code }) => code);
      await untilLocked(world);
      isHeld = await holdHashing();
      const began = await untilHashAsked(async () => expect((await begin(browser)).status).toBe(status));
      verifying = began.done;
    });
    expect([await resetting, isHeld()]).toEqual(['ok', true]);
    await verifying;
    expect(browser.cookie()).toBe('');
    // The reset itself has logged its own browser in.
    const started = await world.db.select().from(sessions).where(eq(sessions.userId, accountId));
    expect(started.filter(({ method }) => method !== 'magic_link')).toEqual([]);
  },
);

test('a change of the login methods that waited while its session ended is refused', async () => {
  const person = await plantSubscriber(world);
  const { cookie } = await logInAs(world, person, 0, 'line');
  const account = accountOf({ cookie: () => cookie });
  const session = await findSession(world.ctx(), cookie.split('=')[1] ?? '');
  const profile = { subject: MALI.subject, displayName: 'Mali', email: null, friend: true };
  const linking = () => (session ? linkLine(world.ctx(), session, profile) : Promise.resolve());
  let codes: Promise<string[]> = Promise.resolve([]);
  await transaction(world.db, async (tx) => {
    await lockSubscriptionOf(tx, person.accountId);
    const begun = [
      account.updatePassword({ password: NEW, confirmPassword: NEW }),
      account.updateEmail({ email: 'thief@example.test' }),
      account.delete({}),
      linking(),
    ];
    codes = Promise.all(begun.map(codeOf));
    await untilLocked(world, begun.length);
    await endOtherSessions(tx, person.accountId, null);
  });
  expect(await codes).toEqual(Array<string>(4).fill('NOT_LOGGED_IN'));
  const [row] = await world.db.select().from(accounts).where(eq(accounts.id, person.accountId));
  expect(row).toMatchObject({ email: person.email, passwordHash: null, deletedAt: null });
});
