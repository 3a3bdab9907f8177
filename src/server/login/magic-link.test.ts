import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, auditEvents, messages, oneTimeTokens, sessions, throttles } from '@/server/db/schema';
import { asking, callAuth, linkMailedTo, loggedIn, type LinkAnswer } from '@/testing/link-requests';
import { registerUpToPayment } from '@/testing/browser';
import { goTo, pass, plantRegistration, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ settings: { THROTTLE_SCALE: '1' }, cleanup: 'empty' });
beforeEach(() => transaction(world.db, (tx) => tx.delete(throttles)));

const EXPIRED = ['TOKEN_EXPIRED', 'Your login link has expired.'];
const USED = ['TOKEN_EXPIRED', 'This link has already been used.'];
type Headers = Record<string, string>;

const ask = (email: string, headers: Headers = {}, next?: string) =>
  callAuth(world, 'requestMagicLink', { email, next }, headers);
const open = (token: string, headers: Headers = {}) => callAuth(world, 'openMagicLink', { token }, headers);
const redeem = (input: { token: string } | { email: string; code: string }, headers: Headers = {}) =>
  callAuth(world, 'useMagicLink', input, headers);
const from = (address: string) => ({ 'x-ira-address': address });
const many = (count: number, call: (n: number) => Promise<LinkAnswer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const counted = (answers: LinkAnswer[]) => {
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};
const sessionsNow = () => world.db.select().from(sessions);
const wrongly = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Returns an account that has requested a link, with the mail. */
async function whoAsked() {
  const person = await plantRegistration(world);
  const asked = await ask(person.email);
  return { ...person, asked, ...(await linkMailedTo(world, person.email)) };
}

async function statusOfMe(answer: LinkAnswer): Promise<number> {
  return (await world.request('GET', '/api/me', undefined, loggedIn(answer))).status;
}

describe('requesting a magic link', () => {
  test.each([
    ['en', 'Your login link', 'http://localhost:3999/login/link#'],
    ['th', 'ลิงก์เข้าสู่ระบบของคุณ', 'http://localhost:3999/th/login/link#'],
  ] as const)(
    'in %s mails it with six digits, whatever the case of the e-mail',
    async (locale, subject, start) => {
      const { email, accountId } = await plantRegistration(world);
      await transaction(world.db, (tx) =>
        tx.update(accounts).set({ locale }).where(eq(accounts.id, accountId)),
      );
      const asked = await ask(`  ${email.toUpperCase()} `);
      expect([asked.code, asked.data]).toEqual(['ok', { expiresInMinutes: 15 }]);
      const mailed = await linkMailedTo(world, email);
      expect(mailed).toMatchObject({ subject, code: expect.stringMatching(/^\d{6}$/) as string });
      expect(mailed.link).toMatch(new RegExp(`^${start}[\\w-]{43}$`));
    },
  );

  test('stores neither the secret nor the digits, nor anything from which they can be guessed', async () => {
    const { token, code, asked } = await whoAsked();
    const [row] = await world.db.select().from(oneTimeTokens);
    expect(row!.expiresAt.getTime() - row!.createdAt.getTime()).toBe(15 * 60_000);
    const stored = JSON.stringify([row, await world.db.select().from(messages)]);
    for (const secret of [token, code, ...Object.values(asked.given)]) expect(stored).not.toContain(secret);
    for (const text of [code, `${row?.tokenHash}${code}`, `${row?.id}${code}`]) {
      expect(stored).not.toContain(createHash('sha256').update(text).digest('hex'));
    }
  });

  test('with an unknown e-mail, or that of a deleted account, is refused as EMAIL_UNKNOWN', async () => {
    const { accountId, email } = await plantRegistration(world);
    await transaction(world.db, (tx) =>
      tx.update(accounts).set({ deletedAt: world.now() }).where(eq(accounts.id, accountId)),
    );
    for (const unknown of ['nobody@example.test', email]) {
      const { code, message, given } = await ask(unknown);
      expect([code, message, given]).toEqual(['EMAIL_UNKNOWN', "Sorry, we don't recognize that email", {}]);
    }
    expect(await world.db.select().from(messages)).toEqual([]);
  });

  test.each([
    ['/account/orders?page=2', '?next=%2Faccount%2Forders%3Fpage%3D2'],
    ['/th/account', '?next=%2Fth%2Faccount'],
    ...[
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/api/me',
      '/a\n/b',
    ].map((next) => [next, '']),
  ])('with the return path %j sends a link to %j', async (next, search) => {
    const { email } = await plantRegistration(world);
    expect((await ask(email, {}, next)).code).toBe('ok');
    const { link, token } = await linkMailedTo(world, email);
    expect(link).toBe(`http://localhost:3999/login/link${search}#${token}`);
  });

  test('with a forged Host header sends a link to the configured site', async () => {
    const { email } = await plantRegistration(world);
    await ask(email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-host': 'evil.example',
      forwarded: 'host=evil.example;proto=https',
    });
    await linkMailedTo(world, email);
    const mail = await world.latestMail(email);
    const links = mail?.links.filter((link) => !link.startsWith('mailto:')) ?? [];
    expect(links.length).toBeGreaterThan(0);
    expect(links.every((link) => link.startsWith('http://localhost:3999/'))).toBe(true);
    expect(mail!.html + mail!.text).not.toContain('evil.example');
  });
});

describe('collecting e-mail addresses by requesting links', () => {
  test('is limited: twenty of thirty misses get a response, then hits and misses get the same 429', async () => {
    const { email } = await plantRegistration(world);
    const misses = await many(30, (n) => ask(`nobody${n}@example.test`));
    expect(counted(misses)).toEqual({ EMAIL_UNKNOWN: 20, THROTTLED: 10 });
    const [hit, miss] = [await ask(email), await ask('somebody@example.test')];
    expect([hit.status, hit.text]).toEqual([429, miss.text]);
    expect((await ask(email, from('198.51.100.2'))).code).toBe('ok');
  });

  test('does not count hits', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => plantRegistration(world)));
    for (let batch = 0; batch < 5; batch++) {
      expect(counted(await many(5, (n) => ask(people[batch * 5 + n]!.email)))).toEqual({ ok: 5 });
    }
    expect((await ask('nobody@example.test')).code).toBe('EMAIL_UNKNOWN');
  });

  test('sends six mails a day to one address, and five an hour more for a known browser', async () => {
    const person = await whoAsked();
    const entered = await open(person.token, asking(person.asked));
    const known = { cookie: `device=${entered.given.device}`, ...from('198.51.100.9') };
    const answers = await many(8, (n) => ask(person.email, from(`198.51.100.${n}`)));
    expect(counted(answers)).toEqual({ ok: 5, THROTTLED: 3 });
    expect(counted(await many(6, () => ask(person.email, known)))).toEqual({ ok: 5, THROTTLED: 1 });
  });
});

describe('opening the magic link', () => {
  test('in the browser that requested it logs in, verifies the e-mail and ends the earlier session', async () => {
    const person = await registerUpToPayment(world);
    const cookie = person.browser.cookie();
    const asked = await ask(person.email);
    const { token } = await linkMailedTo(world, person.email);
    const entered = await open(token, { cookie: `${cookie}; ${asking(asked).cookie}` });
    expect(entered.data).toEqual({ loggedIn: true });
    expect(entered.given['magic-link']).toBe('');
    expect((await person.browser.get('/api/me')).status).toBe(401);
    const me = await world.request('GET', '/api/me', undefined, loggedIn(entered));
    expect(await me.json()).toMatchObject({ data: { account: { emailVerified: true } } });
    expect(await sessionsNow()).toMatchObject([{ method: 'magic_link' }]);
  });

  test('by a mail scanner with GET, HEAD or a foreign POST does not use it up and starts no session', async () => {
    const { token, code, asked } = await whoAsked();
    const path = '/api/trpc/auth.openMagicLink';
    const search = `?input=${encodeURIComponent(JSON.stringify({ json: { token } }))}`;
    for (const method of ['GET', 'HEAD']) {
      const response = await world.request(method, path + search, undefined, asking(asked));
      expect([response.status, response.headers.getSetCookie()]).toEqual([405, []]);
    }
    const strangers: Headers[] = [{}, { cookie: `magic-link=${'x'.repeat(43)}` }, { cookie: 'magic-link=' }];
    for (const headers of [...strangers, ...strangers]) {
      const { data, given } = await open(token, headers);
      expect(data).toEqual({ loggedIn: false, email: 'p•••@example.test', code });
      expect(given).toEqual({});
    }
    expect(await sessionsNow()).toEqual([]);
    expect((await open(token, { ...asking(asked), origin: 'https://evil.example' })).status).toBe(403);
    expect((await open(token, asking(asked))).data).toEqual({ loggedIn: true });
  });

  test('in another browser, with the button, logs in there', async () => {
    const { token, email, accountId } = await whoAsked();
    const entered = await redeem({ token });
    expect(entered.data).toMatchObject({ account: { email, emailVerified: true }, expiresInMinutes: 60 });
    expect(await statusOfMe(entered)).toBe(200);
    const done = await world.db.select().from(auditEvents).where(eq(auditEvents.subject, accountId));
    expect(done).toMatchObject([
      { what: 'account.logged_in', actor: accountId, detail: { method: 'magic_link' } },
    ]);
  });

  test('fifty times at once starts one session, and every later try gets TOKEN_EXPIRED', async () => {
    const { token, email, code, asked } = await whoAsked();
    const answers = await many(50, (n) => {
      if (n % 3 === 0) return open(token, asking(asked));
      return n % 3 === 1 ? redeem({ token }) : redeem({ email, code });
    });
    expect(counted(answers)).toEqual({ ok: 1, TOKEN_EXPIRED: 49 });
    expect(await sessionsNow()).toHaveLength(1);
    for (const again of [
      await open(token, asking(asked)),
      await redeem({ token }),
      await redeem({ email, code }),
    ]) {
      expect([again.code, again.message, again.given]).toEqual([...USED, {}]);
    }
    const guessed = await redeem({ email, code: wrongly(code) });
    expect([guessed.code, guessed.message]).toEqual(EXPIRED);
  });

  test.each([
    [{ minutes: 14, seconds: 45 }, 'ok'],
    [{ minutes: 15 }, 'TOKEN_EXPIRED'],
  ])('after %j is %s, by link, button and code', async (time, outcome) => {
    const people = [await whoAsked(), await whoAsked(), await whoAsked()] as const;
    const [one, two, three] = people;
    await goTo(world, '2026-11-20', '10:00');
    await transaction(world.db, (tx) =>
      tx.update(oneTimeTokens).set({ expiresAt: new Date('2026-11-20T10:15:00+07:00') }),
    );
    await pass(world, time);
    const answers = [
      await open(one.token, asking(one.asked)),
      await redeem({ token: two.token }),
      await redeem({ email: three.email, code: three.code }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([outcome, outcome, outcome]);
  });

  test('after another request fails for the earlier link and digits', async () => {
    const first = await whoAsked();
    await pass(world, { seconds: 1 });
    const asked = await ask(first.email);
    const second = await linkMailedTo(world, first.email);
    expect((await open(first.token, asking(first.asked))).code).toBe('TOKEN_EXPIRED');
    expect((await redeem({ email: first.email, code: first.code })).code).toBe('LOGIN_CODE_INCORRECT');
    expect((await open(second.token, asking(asked))).data).toEqual({ loggedIn: true });
  });

  test('works for one link of five requests at once', async () => {
    const { email } = await plantRegistration(world);
    await many(5, () => ask(email));
    expect(await world.db.select().from(oneTimeTokens)).toHaveLength(1);
  });

  const changes: [string, Partial<typeof accounts.$inferInsert>][] = [
    ['has another e-mail now', { email: 'new@example.test', emailNorm: 'new@example.test' }],
    ['has been deleted', { deletedAt: new Date('2026-11-20T03:00:00Z') }],
  ];
  test.each(changes)('of an account that %s gets TOKEN_EXPIRED', async (_what, change) => {
    const { token, asked, accountId } = await whoAsked();
    await transaction(world.db, (tx) => tx.update(accounts).set(change).where(eq(accounts.id, accountId)));
    expect((await open(token, asking(asked))).code).toBe('TOKEN_EXPIRED');
    expect((await redeem({ token })).code).toBe('TOKEN_EXPIRED');
  });
});

describe('the six digits', () => {
  test('log in with the spaces in which they are shown', async () => {
    const { email, code } = await whoAsked();
    const entered = await redeem({
      email: email.toUpperCase(),
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(await statusOfMe(entered)).toBe(200);
  });

  test('allow five tries: after five wrong ones the right digits fail, and the link still logs in', async () => {
    const [one, two] = [await whoAsked(), await whoAsked()];
    const wrong = (person: Pick<Planted, 'email'> & { code: string }) =>
      redeem({ email: person.email, code: wrongly(person.code) });
    for (let n = 0; n < 4; n++) expect((await wrong(one)).code).toBe('LOGIN_CODE_INCORRECT');
    expect((await redeem(one)).code).toBe('INPUT_INVALID');
    expect((await redeem({ email: one.email, code: one.code })).code).toBe('ok');
    for (let n = 0; n < 5; n++) expect((await wrong(two)).code).toBe('LOGIN_CODE_INCORRECT');
    expect((await redeem({ email: two.email, code: two.code })).code).toBe('TOKEN_EXPIRED');
    expect((await open(two.token, asking(two.asked))).data).toEqual({ loggedIn: true });
  });

  test('allow five of fifty tries at once, and at most one session starts', async () => {
    const { email, code } = await whoAsked();
    const answers = await many(50, (n) => redeem({ email, code: n % 10 === 9 ? code : wrongly(code) }));
    const { ok = 0, LOGIN_CODE_INCORRECT: wrong = 0 } = counted(answers);
    expect(ok + wrong).toBeLessThanOrEqual(5);
    expect(await sessionsNow()).toHaveLength(ok);
    const [row] = await world.db.select({ tries: oneTimeTokens.tries }).from(oneTimeTokens);
    expect(row?.tries).toBe(ok + wrong);
  });

  test('get the same response for an e-mail without an account or without a request', async () => {
    const [{ email, code }, silent] = [await whoAsked(), await plantRegistration(world)];
    const answersFor = async (whose: string) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push((await redeem({ email: whose, code: wrongly(code) })).text);
      return answers;
    };
    const known = await answersFor(email);
    expect(known[0]).toContain('LOGIN_CODE_INCORRECT');
    expect(known[5]).toContain('TOKEN_EXPIRED');
    expect(await answersFor('nobody@example.test')).toEqual(known);
    expect(await answersFor(silent.email)).toEqual(known);
  });
});

test('no more links are read after three hundred from one address', async () => {
  const { token, asked } = await whoAsked();
  const guesses = await many(310, (n) =>
    (n % 2 ? open : (guess: string) => redeem({ token: guess }))(`${n}${token}`),
  );
  expect(counted(guesses)).toEqual({ TOKEN_EXPIRED: 300, THROTTLED: 10 });
  expect((await open(token, asking(asked))).code).toBe('THROTTLED');
  expect((await open(token, { ...asking(asked), ...from('198.51.100.3') })).code).toBe('ok');
});

test('the cookie of the requesting browser cannot be read by scripts and is not sent to other sites', async () => {
  const { email } = await plantRegistration(world);
  const response = await world.request('POST', '/api/trpc/auth.requestMagicLink', { json: { email } });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^magic-link=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});
