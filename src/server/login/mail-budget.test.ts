import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, messages, throttles } from '@/server/db/schema';
import { runJobs } from '@/testing/jobs';
import { asking, callAuth, linkMailedTo } from '@/testing/link-requests';
import { createBrowser, registerUpToPayment, registration, type Browser } from '@/testing/browser';
import { pass } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { queueMessage } from '../lifecycle/outbox';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' } });

const PASSWORD = 'correct horse';
const DAY_MS = 86_400_000;
const NEIGHBOUR = '198.51.100.7';
let addresses = 0;
const anyAddress = () => `10.${(addresses += 1) >> 8}.${addresses & 255}.1`;
let victims = 0;
const newVictim = () => `victim${(victims += 1)}@example.test`;

/** What an attacker knows: the victim's address, and the browsers in which the attacker registered with it. */
interface Attack {
  victim: string;
  browsers: Browser[];
  from: () => string;
}

const ask =
  (what: 'requestMagicLink' | 'requestPasswordReset', withCookies = false) =>
  async ({ victim, browsers, from }: Attack) => {
    const cookie = withCookies ? (browsers.at(-1)?.cookies() ?? '') : '';
    await callAuth(world, what, { email: victim }, { 'x-ira-address': from(), cookie });
  };

/* Every request by which a stranger can have a mail sent to the victim. */
const REQUESTS = {
  link: ask('requestMagicLink'),
  reset: ask('requestPasswordReset'),
  linkWithCollectedCookie: ask('requestMagicLink', true),
  resetWithCollectedCookie: ask('requestPasswordReset', true),
  register: async ({ victim, browsers, from }: Attack) => {
    const browser = createBrowser(world, { 'x-ira-address': from() });
    const { status } = await browser.post('/api/register', registration({ email: victim }));
    if (status === 200) browsers.push(browser);
  },
  registerThenCorrect: async ({ victim, browsers, from }: Attack) => {
    const { browser } = await registerUpToPayment(
      world,
      {},
      createBrowser(world, { 'x-ira-address': from() }),
    );
    const { status } = await browser.post('/api/register/email-auth', { email: victim, password: PASSWORD });
    if (status === 200) browsers.push(browser);
  },
  logIn: async ({ victim, browsers, from }: Attack) => {
    const browser = createBrowser(world, { 'x-ira-address': from() });
    const { status } = await browser.post('/api/login', { email: victim, password: PASSWORD });
    if (status === 200) browsers.push(browser);
  },
  resend: async ({ browsers, from }: Attack) => {
    const cookie = browsers.at(-1)?.cookie() ?? '';
    const headers = { cookie, 'x-ira-address': from() };
    await world.request('POST', '/api/trpc/account.resendVerification', { json: {} }, headers);
  },
  /** Represents every other message that a registration in the victim's name may cause. */
  cause: async ({ victim, browsers }: Attack) => {
    if (browsers.length === 0) return;
    const [account] = await world.db
      .select({ id: accounts.id, firstName: accounts.firstName })
      .from(accounts)
      .where(eq(accounts.emailNorm, victim));
    if (!account) return;
    const payload = { firstName: account.firstName, notMeUrl: 'http://localhost:3999/not-me#secret' };
    await transaction(world.db, async (tx) => {
      const dedupeKey = `caused:${(victims += 1)}`;
      const message = { kind: 'password_changed', accountId: account.id, dedupeKey, payload } as const;
      await queueMessage(tx, world.now(), { ...message, asked: true });
    });
  },
} as const;
const requests = fc.constantFrom(...(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]));
const steps = fc.array(
  fc.oneof({ weight: 9, arbitrary: requests }, { weight: 1, arbitrary: fc.constantFrom(1, 13, 24) }),
  { minLength: 15, maxLength: 30 },
);

async function perform(attack: Attack, sequence: (keyof typeof REQUESTS | number)[]): Promise<void> {
  for (const step of sequence) {
    if (typeof step === 'number') await pass(world, { hours: step });
    else await REQUESTS[step](attack);
    await runJobs();
  }
}

/** Returns the most mails that arrived at an address within any 24 hours. */
function mostInADay(email: string): number {
  const times = world.sandbox.mailbox.list(email).map(({ at }) => at);
  return Math.max(0, ...times.map((end) => times.filter((at) => at > end - DAY_MS && at <= end).length));
}

/** Returns an owner with a verified e-mail, and the browser of their log-in. */
async function ownerWithDevice() {
  const { email } = await registerUpToPayment(world);
  const asked = await callAuth(world, 'requestMagicLink', { email });
  const { token } = await linkMailedTo(world, email);
  const entered = await callAuth(world, 'openMagicLink', { token }, asking(asked));
  expect(entered.code).toBe('ok');
  await runJobs();
  return { email, device: entered.given.device ?? '' };
}

test('no sequence of stranger requests sends an address more than six mails in any 24 hours', async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (sequence, isTaken) => {
      const victim = isTaken ? (await ownerWithDevice()).email : newVictim();
      if (isTaken) await pass(world, { hours: 25 });
      const before = world.sandbox.mailbox.list(victim).length;
      await perform({ victim, browsers: [], from: anyAddress }, sequence);
      most = Math.max(most, mostInADay(victim));
      expect(mostInADay(victim)).toBeLessThanOrEqual(6);
      if (!isTaken) expect(before).toBe(0);
    }),
    { numRuns: inject('isDeep') ? 6 : 1 },
  );
  // The sequences are long enough to reach the limit.
  expect(most).toBe(6);
});

test('no sequence of stranger requests prevents a known device from receiving a working login link', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      await transaction(world.db, (tx) => tx.delete(throttles));
      const { email, device } = await ownerWithDevice();
      // The strangers share the owner's network address.
      const attack = { victim: email, browsers: [], from: () => NEIGHBOUR };
      await perform(attack, before);
      const headers = { cookie: `device=${device}`, 'x-ira-address': NEIGHBOUR };
      const asked = await callAuth(world, 'requestMagicLink', { email }, headers);
      expect(asked.code).toBe('ok');
      const { token } = await linkMailedTo(world, email);
      await perform(
        attack,
        after.filter((step) => typeof step !== 'number'),
      );
      const opened = await callAuth(world, 'openMagicLink', { token }, asking(asked));
      expect([opened.code, opened.data]).toEqual(['ok', { loggedIn: true }]);
    }),
    { numRuns: inject('isDeep') ? 3 : 1 },
  );
});

test('a known device requests a link while the limits of its network and of strangers are used up', async () => {
  const { email, device } = await ownerWithDevice();
  const attack = { victim: email, browsers: [], from: () => NEIGHBOUR };
  for (let n = 0; n < 6; n++) await REQUESTS.reset(attack);
  await transaction(world.db, (tx) => tx.update(throttles).set({ count: 100_000 }));
  const from = { 'x-ira-address': NEIGHBOUR };
  expect((await callAuth(world, 'requestMagicLink', { email }, from)).code).toBe('THROTTLED');
  const known = { cookie: `device=${device}`, ...from };
  expect((await callAuth(world, 'requestMagicLink', { email }, known)).code).toBe('ok');
  await runJobs();
  const sent = await world.db.select().from(messages).where(eq(messages.kind, 'magic_link'));
  expect(sent.every(({ status }) => status === 'sent')).toBe(true);
});
