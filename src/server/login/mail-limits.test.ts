import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { transaction } from '@/server/db';
import { messages, throttles } from '@/server/db/schema';
import { firstOrAll } from '@/testing/deep';
import { accountOf, codeOf } from '@/testing/account-caller';
import { throughTrpc } from '@/testing/callers';
import { runJobs } from '@/testing/jobs';
import { mailsTo } from '@/testing/providers';
import {
  createBrowser,
  createRegistration,
  createSubscriber,
  registerUpToPayment,
  registration,
} from '@/testing/browser';
import { withWorld } from '@/testing/with-world';

const world = withWorld();
beforeEach(() => {
  settings().THROTTLE_SCALE = 1;
});
afterEach(async () => {
  settings().THROTTLE_SCALE = 1000;
  await transaction(world.db, (tx) => tx.delete(throttles));
});

let strangers = 0;
const newStranger = () => `stranger${(strangers += 1)}@example.test`;

type Person = Pick<Awaited<ReturnType<typeof createRegistration>>, 'browser' | 'email'>;

/* The requests that send a mail to an address of the caller's choice; each returns the response's code. */
const correct = async ({ browser }: Person, email: string) =>
  (await browser.post('/api/register/email-auth', { email, password: 'correct horse' })).body.code ??
  'accepted';
const registerAgain = async ({ browser }: Person, email: string) =>
  (await browser.post('/api/register', registration({ email }))).body.code ?? 'accepted';
const change = ({ browser }: Person, email: string) =>
  codeOf(accountOf(browser).updateEmail({ email, password: 'correct horse' }));

async function resend({ browser }: Pick<Person, 'browser'>): Promise<string> {
  const caller = { cookie: browser.cookie(), account: null };
  return (await throughTrpc(world, caller, ['account.resendVerification', 'mutation', {}])).code;
}

const mailsWritten = () => world.db.$count(messages);

describe.each(
  firstOrAll(
    [
      ['correcting how one logs in', correct, createRegistration],
      ['asking for another e-mail', change, createSubscriber],
      ['registering again', registerAgain, createRegistration],
    ],
    2,
  ),
)('%s', (_what, way, newPerson) => {
  test('sends five mails an hour, to any address', async () => {
    const person = await newPerson(world);
    await runJobs();
    const before = await mailsWritten();
    for (let n = 0; n < 5; n++) {
      expect(await way(person, newStranger())).toBe('accepted');
      // A mail that is still queued would be withdrawn with its link by the next request.
      await runJobs();
    }
    for (const email of [newStranger(), newStranger().toUpperCase()])
      expect(await way(person, email)).toBe('THROTTLED');
    expect(await mailsWritten()).toBe(before + 5);
    expect(await way(await newPerson(world), newStranger())).toBe('accepted');
  });

  test("of a registered address uses up nothing of its owner's limit", async () => {
    const owner = await createRegistration(world);
    for (let n = 0; n < 2; n++) {
      const person = await newPerson(world);
      for (let times = 0; times < 4; times++) expect(await way(person, owner.email)).toBe('EMAIL_TAKEN');
    }
    expect(await resend(owner)).toBe('ok');
  });
});

test('a stranger is sent six mails a day by all accounts together, in any spelling of the address', async () => {
  const victim = newStranger();
  for (let n = 0; n < 6; n++) {
    const person = await registerUpToPayment(world);
    const way = n % 2 === 0 ? correct : registerAgain;
    expect(await way(person, n % 2 === 0 ? victim : victim.toUpperCase())).toBe('accepted');
    await runJobs();
    expect(await way(person, newStranger())).toBe('accepted');
  }
  expect(await correct(await registerUpToPayment(world), victim)).toBe('THROTTLED');
  expect(await change(await createSubscriber(world), victim)).toBe('THROTTLED');
  await runJobs();
  expect(mailsTo(world, victim)).toHaveLength(6);
});

test('mails sent to an address prevent no registration with it: the mail is left out and can be requested', async () => {
  const victim = newStranger();
  for (let n = 0; n < 6; n++) {
    const person = await createRegistration(world);
    await correct(person, victim);
    await correct(person, newStranger());
  }
  const before = await mailsWritten();
  const browser = createBrowser(world);
  const answer = await browser.post('/api/register', registration({ email: victim }));
  expect([answer.status, await mailsWritten()]).toEqual([200, before]);
  expect((await browser.get('/api/me')).body.data.account).toMatchObject({ email: victim });
  expect(await resend({ browser })).toBe('THROTTLED');
  await transaction(world.db, (tx) => tx.delete(throttles));
  expect(await resend({ browser })).toBe('ok');
});

test('registering again with the same e-mail sends and counts no mail', async () => {
  const person = await createRegistration(world);
  const before = await mailsWritten();
  for (let n = 0; n < 7; n++) expect(await registerAgain(person, person.email)).toBe('accepted');
  expect(await mailsWritten()).toBe(before);
});

test('a queued mail is not sent if its link has ended', async () => {
  const person = await registerUpToPayment(world);
  const [first, second] = [newStranger(), newStranger()];
  await correct(person, first);
  await correct(person, second);
  await runJobs();
  const addresses = [person.email, first, second];
  expect(addresses.map((address) => mailsTo(world, address).length)).toEqual([0, 0, 1]);
});
