import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts } from '@/server/db/schema';
import { accountOf, codeOf } from '@/testing/account-caller';
import { logInAs, throughTrpc } from '@/testing/callers';
import { createCardToken } from '@/testing/cards';
import { createTraveller, MALI, plantIdentity, walkToLine, type Traveller } from '@/testing/line';
import { DELIVERY, GOOD_CARD, registration } from '@/testing/browser';
import { pass, plantSubscriber } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';

const world = withWorld({ cleanup: 'empty' });

const THIEF = { person: 'nok' };
const requested = { password: 'battery staple', confirmPassword: 'battery staple' };
const accountAt = (traveller: Traveller) => accountOf({ cookie: traveller.cookies });
const waysAt = async (traveller: Traveller) =>
  (
    await throughTrpc(world, { cookie: traveller.cookies(), account: null }, [
      'account.loginMethods',
      'query',
    ])
  ).data;

/** Returns a browser that has just logged in with LINE. */
async function freshWith(consent: { person: string }) {
  const traveller = createTraveller(world);
  const end = await walkToLine(world, traveller, consent, { intent: 'login' });
  if (end !== '/account') throw new Error(`not logged in: ${end}`);
  return traveller;
}

test("a LINE account that a stolen recent session links in place of the owner's is no proof", async () => {
  const owner = await plantSubscriber(world);
  await plantIdentity(world, owner.accountId, MALI.subject);
  await transaction(world.db, (tx) =>
    tx.update(accounts).set({ emailVerifiedAt: world.now() }).where(eq(accounts.id, owner.accountId)),
  );
  const stolen = createTraveller(world);
  stolen.carry((await logInAs(world, owner, 0, 'magic_link')).cookie);
  expect(await codeOf(accountAt(stolen).unlinkLine({}))).toBe('accepted');
  expect(await walkToLine(world, stolen, THIEF, { intent: 'link' })).toBe(
    '/account/details/line?line=linked',
  );
  const fresh = await freshWith(THIEF);
  expect(await waysAt(fresh)).toMatchObject({ lineCanProve: false, freshLogIn: false });
  const account = accountAt(fresh);
  const tries = [
    account.updatePassword(requested),
    account.updateEmail({ email: 'thief@example.test' }),
    account.delete({}),
    account.myData(),
    account.unlinkLine({}),
  ];
  expect(await Promise.all(tries.map(codeOf))).toEqual(Array<string>(5).fill('PROOF_REQUIRED'));
});

test('an older session can link no LINE, and every protected change gets PROOF_REQUIRED', async () => {
  const owner = await plantSubscriber(world);
  await plantIdentity(world, owner.accountId, MALI.subject);
  const stolen = createTraveller(world);
  stolen.carry((await logInAs(world, owner, 10 * 60_000)).cookie);
  const account = accountAt(stolen);
  const tries = [
    account.unlinkLine({}),
    account.updatePassword(requested),
    account.updateEmail({ email: 'thief@example.test' }),
    account.delete({}),
    account.myData(),
  ];
  expect(await Promise.all(tries.map(codeOf))).toEqual(Array<string>(5).fill('PROOF_REQUIRED'));
  expect((await stolen.start({ intent: 'link' })).to).toBe('/account/details/line');
});

test('a LINE account linked later is a proof of identity after a day', async () => {
  const person = await plantSubscriber(world);
  const traveller = createTraveller(world);
  traveller.carry((await logInAs(world, person)).cookie);
  await walkToLine(world, traveller, MALI, { intent: 'link' });
  await pass(world, { hours: 23, minutes: 59 });
  expect(await codeOf(accountAt(await freshWith(MALI)).updatePassword(requested))).toBe('PROOF_REQUIRED');
  await pass(world, { minutes: 1 });
  const fresh = await freshWith(MALI);
  expect(await waysAt(fresh)).toMatchObject({ lineCanProve: true, freshLogIn: true });
  expect(await codeOf(accountAt(fresh).updatePassword(requested))).toBe('accepted');
});

/** Before the first payment, a session can choose another password as well. */
test.each([
  ['at its beginning', [MALI]],
  ['after having begun with a password', [null, MALI]],
  ['in the place of another one', [{ person: 'nok' }, MALI]],
])('the LINE account used at registration is a proof at once: taken %s', async (_when, ways) => {
  const traveller = createTraveller(world);
  const wishes = registration();
  for (const way of ways) {
    if (way) await walkToLine(world, traveller, way, { intent: 'register' });
    await traveller.post('/api/register', way ? { ...wishes, password: undefined } : wishes);
    await pass(world, { minutes: 1 });
  }
  await traveller.post('/api/register/delivery', DELIVERY);
  const body = { cardToken: await createCardToken(GOOD_CARD) };
  expect((await traveller.post('/api/register/payment/card', body)).data).toMatchObject({
    outcome: 'paid',
  });
  const fresh = await freshWith(MALI);
  expect(await waysAt(fresh)).toMatchObject({ hasPassword: false, lineCanProve: true });
  expect(await codeOf(accountAt(fresh).updatePassword(requested))).toBe('accepted');
});
