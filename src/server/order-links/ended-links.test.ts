import { expect, test } from 'vitest';
import { confirmEmailChange } from '@/server/account/email-change';
import { writeNotMeLink } from '@/server/auth/not-me-link';
import { reportNotMe } from '@/server/auth/not-me';
import { writeToken } from '@/server/auth/one-time-tokens';
import { resetPassword } from '@/server/auth/password-reset';
import { transaction } from '@/server/db';
import { hashOfToken } from '@/server/lifecycle/order-links';
import { viewPayLink } from '@/server/links/pay-page';
import { convertToOffline } from '@/server/payment-method/convert-offline';
import { accountOf } from '@/testing/account-caller';
import { logInAs } from '@/testing/callers';
import { plantOrderLink } from '@/testing/repair-links';
import { plantSubscriber, refusalOf, type Planted } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { giveUpOrder } from './give-up';
import { doOneTap, doTapped, showOneTap } from './one-tap';
import { repairByCard } from './repair-by-card';
import { repairByQr } from './repair-by-qr';
import { showRepair } from './repair-page';

const world = withWorld({ cleanup: 'check' });
const address = '203.0.113.9';
const caller = { address, device: null };

const write = ({ accountId, email }: Planted, kind: 'password_reset' | 'email_change', to = email) =>
  transaction(world.db, (tx) => writeToken(tx, world.now(), { kind, accountId, email: to, hours: 1 }));

const password = 'another horse battery';
const resetByMail = async (person: Planted) => {
  const { secret: token } = await write(person, 'password_reset');
  const passwords = { password, confirmPassword: password };
  await resetPassword(world.ctx(), { token, ...passwords }, { ...caller, earlier: null });
};
const report = async ({ accountId: id, email: emailNorm }: Planted) => {
  const owner = { id, emailNorm, locale: 'en' } as const;
  const link = await transaction(world.db, (tx) =>
    writeNotMeLink(tx, world.now(), owner, { change: 'logged_in' }),
  );
  await reportNotMe(world.ctx(), { token: link.split('#')[1] ?? '' }, caller);
};
const changeEmail = async (person: Planted) => {
  const email = `new-${person.email}`;
  const { secret } = await write(person, 'email_change', email);
  await confirmEmailChange(world.ctx(), secret, null);
  person.email = email;
};
const setPassword = async (person: Planted) => {
  const { cookie } = await logInAs(world, person, 0, 'line');
  await accountOf({ cookie: () => cookie }).updatePassword({ password, confirmPassword: password });
};

test.each([
  ['a password reset', resetByMail],
  ['a report that a change was not hers', report],
  ['a change of the e-mail', changeEmail],
  ['a new password', setPassword],
])('%s ends the links that skip, move, repair and give up in earlier messages', async (_, end) => {
  const person = await plantSubscriber(world);
  const [skip, move] = [
    await plantOrderLink(world, person.email, 'skip'),
    await plantOrderLink(world, person.email, 'move'),
  ];
  const fix = await plantOrderLink(world, person.email, 'fix');
  expect((await showRepair(world.ctx(), fix)).state).toBe('retrying');
  expect((await showOneTap(world.ctx(), skip)).action).toBe('skip');
  await end(person);
  for (const token of [skip, move]) {
    expect(await refusalOf(showOneTap(world.ctx(), token))).toBe('NOT_FOUND');
    expect(await refusalOf(doOneTap(world.ctx(), token, address))).toBe('NOT_FOUND');
  }
  expect(await refusalOf(showRepair(world.ctx(), fix))).toBe('NOT_FOUND');
  expect(await refusalOf(giveUpOrder(world.ctx(), fix, address))).toBe('NOT_FOUND');
  expect(await refusalOf(repairByQr(world.ctx(), fix, { address }))).toBe('NOT_FOUND');
  expect(await refusalOf(repairByCard(world.ctx(), fix, { cardToken: 'tokn_test_1' }))).toBe('NOT_FOUND');
  const later = await plantOrderLink(world, person.email, 'skip');
  expect((await showOneTap(world.ctx(), later)).state).toBe('open');
});

test('a password reset ends neither a payment link nor the buttons of her own LINE user', async () => {
  const person = await plantSubscriber(world);
  const skip = await plantOrderLink(world, person.email, 'skip');
  await resetByMail(person);
  const tapped = await doTapped(world.ctx(), { hash: hashOfToken(skip), accountId: person.accountId });
  expect(tapped?.result).toBe('done');

  await plantOrderLink(world, person.email, 'fix');
  const { pendingPayment } = await convertToOffline(world.ctx(), person.accountId);
  await resetByMail(person);
  const token = pendingPayment?.paymentUrl?.split('/pay/')[1] ?? '';
  expect((await viewPayLink(world.ctx(), token)).status).toBe('pending');
});
