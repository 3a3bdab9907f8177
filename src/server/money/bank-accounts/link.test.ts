import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { transaction } from '@/server/db';
import { accounts, subscriptions } from '@/server/db/schema';
import { deleteLink, fetchLink } from '@/server/gateways/omise/linked-accounts';
import { eraseAccount } from '@/server/subscriber/account/deletion';
import { expireRegistration } from '@/server/subscriber/account/expire-registrations';
import { runBilling } from '@/server/work/jobs/run';
import { lockAccount } from '@/server/lifecycle/require-subscriber';
import { allow } from '@/domain/errors';
import { bankAccountsOf, beginLink, linkBankAccount, queuedLinkDeletions } from '@/testing/bank-accounts';
import { runJobs } from '@/testing/jobs';
import { actOnLink, countCalls, injectFault, setGateway } from '@/testing/providers';
import { pass, plantRegistration, plantSubscriber, refusalOf } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { deleteLinkAtGateway, removeBankAccount } from './delete-link';
import { readLink } from './read-link';
import { startLink } from './start-link';

const world = withWorld({ cleanup: 'check' });

const statusesOf = async (accountId: string) =>
  (await bankAccountsOf(world, accountId)).map(({ status, reason }) => `${status} ${reason ?? ''}`.trim());
const atGateway = async (linkedAccountId: string) => {
  const read = await fetchLink(linkedAccountId);
  return read.kind === 'ok' ? read.value.status : read.kind;
};
const start = (accountId: string, bank: 'kbank' | 'scb' = 'kbank') =>
  startLink(world.ctx(), accountId, { bank });

describe('a link', () => {
  test('of the same bank has one page while it lives, and another after its end', async () => {
    const { accountId } = await plantSubscriber(world);
    const first = await start(accountId);
    expect(await start(accountId)).toEqual(first);
    await pass(world, { days: 1 });
    const second = await start(accountId);
    expect(second.registrationUri).not.toBe(first.registrationUri);
    expect(await statusesOf(accountId)).toEqual(['deleted replaced', 'pending']);
  });

  test('of another bank ends the pending one, also at the gateway', async () => {
    const { accountId } = await plantSubscriber(world);
    const { linkedAccountId } = await beginLink(world, accountId, 'kbank');
    await start(accountId, 'scb');
    expect(await statusesOf(accountId)).toEqual(['deleted replaced', 'pending']);
    expect(await queuedLinkDeletions(world)).toEqual([linkedAccountId]);
    await deleteLinkAtGateway(world.ctx(), { linkedAccountId });
    expect(await atGateway(linkedAccountId)).toBe('deleted');
  });

  test.each(['kbank', 'scb'] as const)('is one, if two calls start it at once, with %s', async (bank) => {
    const { accountId } = await plantSubscriber(world);
    const before = await countCalls(world, 'POST /linked_accounts');
    const results = await Promise.allSettled([
      startLink(world.ctx(), accountId, { bank: 'kbank' }),
      startLink(world.ctx(), accountId, { bank }),
    ]);
    const pages = results.flatMap((one) => (one.status === 'fulfilled' ? one.value.registrationUri : []));
    const [pending] = (await bankAccountsOf(world, accountId)).filter(({ status }) => status === 'pending');
    expect(pages.at(-1) === pending?.registrationUri || pages[0] === pending?.registrationUri).toBe(true);
    const made = (await countCalls(world, 'POST /linked_accounts')) - before;
    expect(made).toBe((await bankAccountsOf(world, accountId)).length);
  });

  test.each([
    ['approve', 'linked'],
    ['reject', 'rejected registration_rejected'],
    ['wrong_account', 'rejected invalid_account'],
    ['expire', 'expired expired'],
    ['delete', 'deleted deleted'],
    ['abandon', 'pending'],
  ] as const)('that ends with %s at the bank becomes %s', async (action, status) => {
    const { accountId } = await plantSubscriber(world);
    const { id, linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, action);
    await readLink(world.ctx(), id);
    expect(await statusesOf(accountId)).toEqual([status]);
  });

  test('is found by the billing run, if its owner does not return', async () => {
    const { accountId } = await plantSubscriber(world);
    const { linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, 'approve', '5678');
    await runBilling(world.ctx());
    expect(await statusesOf(accountId)).toEqual(['pending']);
    await pass(world, { minutes: 1 });
    await runBilling(world.ctx());
    expect(await bankAccountsOf(world, accountId)).toMatchObject([
      { status: 'linked', lastDigits: '5678', registrationUri: null, checkAt: null },
    ]);
  });

  test('that is abandoned is expired by the billing run', async () => {
    const { accountId } = await plantRegistration(world);
    await start(accountId);
    await pass(world, { days: 1, minutes: 5 });
    await runBilling(world.ctx());
    expect(await statusesOf(accountId)).toEqual(['expired expired']);
  });

  test('is linked once by the return, the job and an event at the same time', async () => {
    await setGateway(world, { linkEvents: true });
    const { accountId } = await plantSubscriber(world);
    const { id, linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, 'approve');
    await world.sandbox.settled();
    await Promise.all([readLink(world.ctx(), id), readLink(world.ctx(), id), runJobs()]);
    expect(await statusesOf(accountId)).toEqual(['linked']);
    await setGateway(world, { linkEvents: false });
  });

  test('replaces the account that was linked before', async () => {
    const { accountId } = await plantSubscriber(world);
    const old = await linkBankAccount(world, accountId);
    await linkBankAccount(world, accountId);
    expect(await statusesOf(accountId)).toEqual(['deleted replaced', 'linked']);
    expect(await queuedLinkDeletions(world)).toEqual([old.linkedAccountId]);
  });

  test('ends after its bank has deleted it, as an event says', async () => {
    await setGateway(world, { linkEvents: true });
    const { accountId } = await plantSubscriber(world);
    const { linkedAccountId } = await linkBankAccount(world, accountId);
    await actOnLink(world, linkedAccountId, 'delete');
    await world.sandbox.settled();
    await runJobs();
    expect(await statusesOf(accountId)).toEqual(['deleted ended_at_bank']);
    await setGateway(world, { linkEvents: false });
  });

  test('that belongs to another customer of the gateway is rejected, and is not deleted there', async () => {
    const { accountId } = await plantSubscriber(world);
    const { id, linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, 'approve');
    const fault = { kind: 'status', args: { status: 400, code: 'bad_request' } };
    await injectFault(world, { op: 'PATCH /customers/{id}', ...fault });
    await readLink(world.ctx(), id);
    expect(await statusesOf(accountId)).toEqual(['rejected bad_request']);
    expect(await queuedLinkDeletions(world)).toEqual([]);
  });
});

describe('while the gateway does not answer', () => {
  test.each([
    ['status', { status: 503 }],
    ['reset', { after: true }],
  ])('no link is started (%s)', async (kind, args) => {
    const { accountId } = await plantSubscriber(world);
    await injectFault(world, { op: 'POST /linked_accounts', kind, args });
    expect(await refusalOf(start(accountId))).toBe('BANK_LINK_FAILED');
    expect(await statusesOf(accountId)).toEqual(['rejected not_received']);
    expect((await start(accountId)).registrationUri).toContain('/omise/link/');
  });

  test('a link stays pending, and is read again', async () => {
    const { accountId } = await plantSubscriber(world);
    const { id, linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, 'approve');
    for (const op of ['GET /linked_accounts/{id}', 'PATCH /customers/{id}']) {
      await injectFault(world, { op, kind: 'status', args: { status: 503 } });
      await readLink(world.ctx(), id);
      expect(await statusesOf(accountId)).toEqual(['pending']);
    }
    await readLink(world.ctx(), id);
    expect(await statusesOf(accountId)).toEqual(['linked']);
  });

  test('the deletion of a link is repeated until the gateway confirms it', async () => {
    const { accountId } = await plantSubscriber(world);
    const { id: bankAccountId, linkedAccountId } = await linkBankAccount(world, accountId);
    await removeBankAccount(world.ctx(), accountId, { bankAccountId });
    await injectFault(world, { op: 'DELETE /linked_accounts/{id}', kind: 'status', args: { status: 503 } });
    await expect(deleteLinkAtGateway(world.ctx(), { linkedAccountId })).rejects.toThrow('not confirmed');
    await deleteLinkAtGateway(world.ctx(), { linkedAccountId });
    expect(await atGateway(linkedAccountId)).toBe('deleted');
    await deleteLinkAtGateway(world.ctx(), { linkedAccountId: 'lnac_test_unknown' });
  });
});

describe('a bank account', () => {
  test('cannot be removed while the subscription pays by it', async () => {
    const { accountId } = await plantSubscriber(world);
    const { id: bankAccountId } = await linkBankAccount(world, accountId);
    const setMethod = (paymentMethod: 'card' | 'bank_account') =>
      transaction(world.db, (tx) =>
        tx.update(subscriptions).set({ paymentMethod }).where(eq(subscriptions.accountId, accountId)),
      );
    const remove = () => removeBankAccount(world.ctx(), accountId, { bankAccountId });
    await setMethod('bank_account');
    expect(await refusalOf(remove())).toBe('BANK_ACCOUNT_IN_USE');
    await setMethod('card');
    await remove();
    expect(await statusesOf(accountId)).toEqual(['deleted removed']);
    expect(await refusalOf(remove())).toBe('NOT_FOUND');
  });

  test('of another subscriber cannot be removed', async () => {
    const { id: bankAccountId } = await linkBankAccount(world, (await plantSubscriber(world)).accountId);
    const other = await plantSubscriber(world);
    expect(await refusalOf(removeBankAccount(world.ctx(), other.accountId, { bankAccountId }))).toBe(
      'NOT_FOUND',
    );
  });

  test('is either linked or removed, if its link ends while it is removed', async () => {
    const { accountId } = await plantSubscriber(world);
    const { id: bankAccountId, linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, 'approve');
    await Promise.all([
      readLink(world.ctx(), bankAccountId),
      removeBankAccount(world.ctx(), accountId, { bankAccountId }),
    ]);
    expect(await statusesOf(accountId)).toEqual(['deleted removed']);
    expect(await queuedLinkDeletions(world)).toEqual([linkedAccountId]);
  });

  test('is deleted with its account, at the gateway too', async () => {
    const { accountId } = await plantSubscriber(world);
    const { linkedAccountId } = await linkBankAccount(world, accountId);
    await transaction(world.db, async (tx) =>
      eraseAccount(tx, world.now(), await lockAccount(tx, accountId, () => allow), accountId),
    );
    expect(await bankAccountsOf(world, accountId)).toEqual([]);
    expect(await queuedLinkDeletions(world)).toEqual([linkedAccountId]);
    await deleteLinkAtGateway(world.ctx(), { linkedAccountId });
    expect(await atGateway(linkedAccountId)).toBe('deleted');
  });

  test('of an expired registration is deleted, also while it is being linked', async () => {
    const { accountId, subscriptionId } = await plantRegistration(world);
    const { id, linkedAccountId } = await beginLink(world, accountId);
    await actOnLink(world, linkedAccountId, 'approve');
    await pass(world, { days: 9 });
    await Promise.all([readLink(world.ctx(), id), expireRegistration(world.ctx(), subscriptionId)]);
    expect(await world.db.select().from(accounts).where(eq(accounts.id, accountId))).toEqual([]);
    expect(await queuedLinkDeletions(world)).toEqual([linkedAccountId]);
    await deleteLink(linkedAccountId);
  });
});
