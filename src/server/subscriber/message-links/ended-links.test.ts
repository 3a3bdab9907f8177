import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { parseDay } from '@/domain/day';
import { confirmEmailChange } from '@/server/subscriber/account/email-change';
import { writeNotMeLink } from '@/server/login/not-me-link';
import { reportNotMe } from '@/server/login/not-me';
import { writeToken } from '@/server/login/one-time-tokens';
import { resetPassword } from '@/server/login/password-reset';
import { transaction } from '@/server/db';
import { messages } from '@/server/db/schema';
import { hashOfToken } from '@/server/lifecycle/order-links';
import { queueMessage, type NewMessage } from '@/server/lifecycle/outbox';
import { viewPayLink } from '@/server/money/payment-links/pay-page';
import { convertToOffline } from '@/server/money/payment-method/convert-offline';
import { accountOf } from '@/testing/account-caller';
import { logInAs, plantPasskey } from '@/testing/callers';
import { MALI, plantIdentity } from '@/testing/line';
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

const write = (
  { accountId, email }: Planted,
  kind: 'password_reset' | 'email_change' | 'magic_link',
  to = email,
) => transaction(world.db, (tx) => writeToken(tx, world.now(), { kind, accountId, email: to, hours: 1 }));

const boxLate = {
  firstName: 'Mali',
  orderId: 'ord_1',
  paidOn: parseDay('2026-11-13'),
  next: null,
  skipLink: 'http://localhost:3000/do/skip',
  accountUrl: 'http://localhost:3000/account',
};
const stopping = {
  firstName: 'Mali',
  orderId: 'ord_1',
  total: 37_500,
  reason: 'insufficient_fund',
  fixLink: 'http://localhost:3000/fix/repair',
  accountUrl: 'http://localhost:3000/account',
  paymentDate: parseDay('2026-11-09'),
  payUntil: parseDay('2026-11-22'),
  lastTryOn: null,
};

const logInMail = {
  kind: 'magic_link',
  payload: { firstName: 'Mali', link: 'http://localhost:3000/log-in/email#secret', code: '123456' },
} as const;

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

const unlink = async (person: Planted) => {
  await plantIdentity(world, person.accountId, MALI.subject);
  await plantPasskey(world, person.accountId);
  const { cookie } = await logInAs(world, person, 0, 'magic_link');
  await accountOf({ cookie: () => cookie }).unlinkLine();
};

test.each([
  ['unlinking LINE, in which they were read,', unlink],
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
    expect(await refusalOf(doOneTap(world.ctx(), token, { address }))).toBe('NOT_FOUND');
  }
  expect(await refusalOf(showRepair(world.ctx(), fix))).toBe('NOT_FOUND');
  expect(await refusalOf(giveUpOrder(world.ctx(), fix, address))).toBe('NOT_FOUND');
  expect(await refusalOf(repairByQr(world.ctx(), fix, { address }))).toBe('NOT_FOUND');
  expect(await refusalOf(repairByCard(world.ctx(), fix, { cardToken: 'tokn_test_1' }))).toBe('NOT_FOUND');
  const later = await plantOrderLink(world, person.email, 'skip');
  expect((await showOneTap(world.ctx(), later)).state).toBe('open');
});

/** Queues a message as it waits in the quiet hours. @returns a function that reads its present payload */
async function queue<K extends NewMessage['kind']>(
  { accountId }: Planted,
  message: Pick<NewMessage<K>, 'kind' | 'payload'>,
  dedupeKey = `${message.kind}:${accountId}`,
) {
  await transaction(world.db, (tx) => queueMessage(tx, world.now(), { ...message, accountId, dedupeKey }));
  return async () => {
    const [row] = await world.db.select().from(messages).where(eq(messages.dedupeKey, dedupeKey));
    return row;
  };
}

test.each([
  ['a password reset', resetByMail],
  ['a report that a change was not hers', report],
  ['a change of the e-mail', changeEmail],
  ['a new password', setPassword],
])('%s takes the ended links out of messages that are not sent yet', async (_, end) => {
  const person = await plantSubscriber(world);
  const stranger = await plantSubscriber(world);
  const late = { kind: 'box_late', payload: boxLate } as const;
  const ending = { kind: 'subscription_ending', payload: stopping } as const;
  const [mine, last, other] = [
    await queue(person, late),
    await queue(person, ending),
    await queue(stranger, late),
  ];
  const { id } = await write(person, 'magic_link');
  await queue(person, logInMail, `magic_link:${id}`);
  await end(person);
  expect(
    await world.db
      .select()
      .from(messages)
      .where(eq(messages.dedupeKey, `magic_link:${id}`)),
  ).toEqual([]);
  const lateWithout = { ...boxLate, skipLink: undefined };
  const endingWithout = { ...stopping, fixLink: undefined };
  expect((await mine())?.status).toBe('queued');
  expect((await mine())?.payload).toEqual(lateWithout);
  expect((await last())?.payload).toEqual(endingWithout);
  expect((await other())?.payload).toEqual(boxLate);
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
