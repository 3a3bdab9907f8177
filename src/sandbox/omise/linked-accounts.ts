import type { Gateway } from './gateway';
import { metadata, text } from './input';
import { cut, readPaging } from './lists';
import type { BankType, ChargeRecord, FailureCode, LinkedAccountRecord } from './records';
import { badRequest, notFound } from './refusal';
import { linkedAccountWire, listWire, type Wire } from './wire';

type Body = Record<string, unknown>;

/** The banks whose accounts can be linked, by type. */
export const BANKS: Record<BankType, string> = {
  direct_debit_kbank: 'KBank',
  direct_debit_scb: 'SCB',
  direct_debit_ktb: 'Krungthai',
  direct_debit_bay: 'Krungsri',
};

export const BANK_TYPES = Object.keys(BANKS) as BankType[];

/** The accounts of the bank's page. The last digits of a linked account decide what becomes of its charges. */
export const ACCOUNT_FATES: Record<string, FailureCode | null> = {
  '1234': null,
  '0011': 'insufficient_fund',
  '0013': 'failed_processing',
  '0017': 'invalid_account',
  '0018': 'registration_rejected',
  '0029': 'rate_limit_exceeded',
};

const REGISTRATION_MS = 24 * 3_600_000;

/** How long a charge stays pending before its event, if the bank does not answer at once. */
export const BANK_ANSWER_MS = 60_000;

/** Returns a linked account. @throws Refusal `not_found` */
export function findLinkedAccount(gateway: Gateway, id: string): LinkedAccountRecord {
  const account = gateway.linkedAccounts.get(id);
  if (account === undefined) throw notFound('linked account', id);
  return account;
}

const wireOf = (gateway: Gateway, account: LinkedAccountRecord): Wire =>
  linkedAccountWire(account, gateway.bases.pages);

function put(gateway: Gateway, account: LinkedAccountRecord, event: string): LinkedAccountRecord {
  gateway.linkedAccounts.put(account);
  // The gateway documents no events of linked accounts, so that the sandbox sends them only on request.
  if (gateway.settings.linkEvents)
    gateway.emit(`linked_account.${event}`, { kind: 'linked_account', id: account.id, parent: null });
  return account;
}

/** Handles `POST /linked_accounts`. @throws Refusal `bad_request` */
export function createLinkedAccount(gateway: Gateway, body: Body): Wire {
  const given = text(body, 'type');
  const type = BANK_TYPES.find((known) => known === given && !gateway.settings.appsOff.includes(known));
  if (!type) throw badRequest('bad_request', 'Type is not supported');
  const returnUri = text(body, 'return_uri');
  if (returnUri === null || !/^https?:\/\/\S+$/.test(returnUri))
    throw badRequest('bad_request', 'Return uri is invalid');
  const createdAt = gateway.clock.ms();
  const account = put(
    gateway,
    {
      id: gateway.newId('lnac'),
      type,
      status: 'pending',
      returnUri,
      metadata: metadata(body) ?? {},
      customer: null,
      lastDigits: null,
      failureCode: null,
      registeredAt: null,
      expiresAt: createdAt + REGISTRATION_MS,
      createdAt,
    },
    'create',
  );
  return wireOf(gateway, account);
}

export const getLinkedAccount = (gateway: Gateway, id: string): Wire =>
  wireOf(gateway, findLinkedAccount(gateway, id));

/** Handles `GET /linked_accounts`. */
export function listLinkedAccounts(gateway: Gateway, query: URLSearchParams): Wire {
  const page = readPaging(query);
  const all = [...gateway.linkedAccounts.values()].filter(
    ({ createdAt }) => createdAt >= page.from && createdAt <= page.to,
  );
  const data = cut(all, page).map((account) => wireOf(gateway, account));
  return listWire(data, all.length, '/linked_accounts', page, gateway.clock.ms());
}

function setDeleted(gateway: Gateway, account: LinkedAccountRecord, customer: string | null) {
  if (account.status === 'deleted') return account;
  return put(gateway, { ...account, customer, status: 'deleted' }, 'destroy');
}

/**
 * Handles `DELETE /linked_accounts/{id}`. A deleted account stays readable. Its charges are refused as not found; those
 * of an account that its bank has deleted fail with `invalid_account`.
 */
export const deleteLinkedAccount = (gateway: Gateway, id: string): LinkedAccountRecord =>
  setDeleted(gateway, findLinkedAccount(gateway, id), null);

/** Attaches a registered account to a customer. @throws Refusal `bad_request`, also for another customer's account */
export function attachLinkedAccount(gateway: Gateway, customerId: string, id: string): void {
  const account = findLinkedAccount(gateway, id);
  if (account.status !== 'successful') throw badRequest('bad_request', 'linked account is not registered');
  if (account.customer !== null && account.customer !== customerId)
    throw badRequest('bad_request', 'linked account belongs to another customer');
  gateway.linkedAccounts.put({ ...account, customer: customerId });
}

/** Deletes the linked accounts of a deleted customer. */
export function deleteLinkedAccountsOf(gateway: Gateway, customerId: string): void {
  for (const { id, customer } of gateway.linkedAccounts.values())
    if (customer === customerId) deleteLinkedAccount(gateway, id);
}

/** Returns the linked account that pays a charge. @throws Refusal `not_found` */
export function payingAccount(gateway: Gateway, customerId: string | null, id: string): LinkedAccountRecord {
  const account = findLinkedAccount(gateway, id);
  const isAttached = account.customer === customerId && account.registeredAt !== null;
  if (!isAttached) throw notFound('linked account', id);
  return account;
}

/** Returns what the bank answers to a charge now: a deletion at the bank makes the account invalid. */
export function bankAnswer(gateway: Gateway, { linkedAccount }: ChargeRecord): 'successful' | FailureCode {
  const account = gateway.linkedAccounts.get(linkedAccount?.id ?? '');
  if (account?.status !== 'successful') return 'invalid_account';
  return ACCOUNT_FATES[account.lastDigits ?? ''] ?? 'successful';
}

export const LINK_ACTIONS = ['approve', 'reject', 'wrong_account', 'abandon', 'expire', 'delete'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/**
 * Performs an action of the payer or the bank on a linked account.
 * @param lastDigits the account that the payer chooses (`approve`), or the account behind a registered link
 * @throws Refusal `bad_request` if the registration has ended
 */
export function actOnLinkedAccount(
  gateway: Gateway,
  id: string,
  action: LinkAction,
  lastDigits = '1234',
): LinkedAccountRecord {
  const account = findLinkedAccount(gateway, id);
  if (action === 'delete') return setDeleted(gateway, account, account.customer);
  const isRegistered = account.status === 'successful' && action === 'approve';
  if (account.status !== 'pending' && !isRegistered)
    throw badRequest('bad_request', `linked account is ${account.status}`);
  if (!/^\d{4}$/.test(lastDigits)) throw badRequest('bad_request', 'last digits must be four digits');
  const failed = (failureCode: FailureCode) =>
    put(gateway, { ...account, status: 'failed', failureCode }, 'complete');
  switch (action) {
    case 'approve': {
      const registeredAt = account.registeredAt ?? gateway.clock.ms();
      return put(gateway, { ...account, status: 'successful', lastDigits, registeredAt }, 'complete');
    }
    case 'reject':
      return failed('registration_rejected');
    case 'wrong_account':
      return failed('invalid_account');
    case 'expire':
      return put(gateway, { ...account, status: 'expired' }, 'expire');
    case 'abandon':
      return account;
  }
}
