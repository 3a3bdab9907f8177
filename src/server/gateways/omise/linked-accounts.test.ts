import { describe, expect, test } from 'vitest';
import { actOnLink, injectFault, setGateway } from '@/testing/providers';
import { withWorld } from '@/testing/with-world';
import { createCustomer } from './cards';
import { createCharge } from './charges';
import { attachLink, createLink, deleteLink, fetchLink } from './linked-accounts';

const world = withWorld({ cleanup: 'empty' });

const ABOUT = { accountId: 'acc_1', bankAccountId: 'bac_1', returnUri: 'http://localhost:3999/bank/x' };

/** Returns the value of a response. */
function valueOf<T>(answer: { kind: string; value?: T }): T {
  expect(answer.kind).toBe('ok');
  return answer.value as T;
}

async function attached(lastDigits?: string) {
  const { linkedAccountId } = valueOf(await createLink({ bank: 'scb', ...ABOUT }));
  await actOnLink(world, linkedAccountId, 'approve', lastDigits);
  const customerId = valueOf(await createCustomer('acc_1')).id;
  valueOf(await attachLink(customerId, linkedAccountId));
  return { linkedAccountId, customerId };
}

const charge = (by: { linkedAccountId: string; customerId: string }) =>
  createCharge({
    ...by,
    attemptId: 'att_1',
    orderId: 'ord_1',
    accountId: 'acc_1',
    amount: 5_000,
    returnUri: 'http://localhost:3999/account',
    initiator: 'merchant',
  });

describe('a link at the gateway', () => {
  test('has a page at the bank until a day after its start', async () => {
    const link = valueOf(await createLink({ bank: 'kbank', ...ABOUT }));
    expect(link).toMatchObject({ status: 'pending', lastDigits: null, failureCode: null });
    expect(link.registrationUri).toContain(link.linkedAccountId);
    expect(link.expiresAt?.getTime()).toBeGreaterThan(world.now().getTime() + 86_000_000);
  });

  test.each([
    ['approve', { status: 'linked', lastDigits: '1234' }],
    ['reject', { status: 'rejected', failureCode: 'registration_rejected' }],
    ['wrong_account', { status: 'rejected', failureCode: 'invalid_account' }],
    ['expire', { status: 'expired' }],
    ['delete', { status: 'deleted' }],
  ] as const)('is read after %s at the bank', async (action, read) => {
    const { linkedAccountId } = valueOf(await createLink({ bank: 'bay', ...ABOUT }));
    await actOnLink(world, linkedAccountId, action);
    expect(valueOf(await fetchLink(linkedAccountId))).toMatchObject(read);
  });

  test('is refused for a bank that is switched off, and for another customer', async () => {
    await setGateway(world, { appsOff: ['direct_debit_ktb'] });
    expect((await createLink({ bank: 'ktb', ...ABOUT })).kind).toBe('refused');
    await setGateway(world, { appsOff: [] });
    const { linkedAccountId } = await attached();
    const other = valueOf(await createCustomer('acc_2')).id;
    expect((await attachLink(other, linkedAccountId)).kind).toBe('refused');
  });

  test('is deleted once, and unknown links are refused as not found', async () => {
    const { linkedAccountId } = await attached();
    expect(valueOf(await deleteLink(linkedAccountId)).status).toBe('deleted');
    expect(valueOf(await deleteLink(linkedAccountId)).status).toBe('deleted');
    expect(await deleteLink('lnac_test_none')).toEqual({ kind: 'refused', code: 'not_found' });
  });

  test('is unavailable while the gateway does not answer', async () => {
    await injectFault(world, { op: 'POST /linked_accounts', kind: 'status', args: { status: 503 } });
    expect((await createLink({ bank: 'scb', ...ABOUT })).kind).toBe('unavailable');
  });
});

describe('a charge of a bank account', () => {
  test.each([
    ['1234', { kind: 'succeeded', amount: 5_000 }],
    ['0011', { kind: 'declined', code: 'insufficient_fund' }],
    ['0029', { kind: 'declined', code: 'rate_limit_exceeded' }],
  ])('ending %s has its result in the response', async (digits, outcome) => {
    expect(await charge(await attached(digits))).toMatchObject(outcome);
  });

  test('is pending, without a page to confirm it, if the bank answers later', async () => {
    await setGateway(world, { bankAnswersLater: true });
    expect(await charge(await attached())).toMatchObject({ kind: 'pending' });
    await setGateway(world, { bankAnswersLater: false });
  });

  test('is declined after the link was deleted, at the bank or at the gateway', async () => {
    const byBank = await attached();
    await actOnLink(world, byBank.linkedAccountId, 'delete');
    expect(await charge(byBank)).toMatchObject({ kind: 'declined', code: 'invalid_account' });
    const byShop = await attached();
    await deleteLink(byShop.linkedAccountId);
    expect(await charge(byShop)).toMatchObject({ kind: 'declined', code: 'invalid_account' });
  });
});
