import { settings } from '@/settings/settings';
import type { World } from './world';

/** A charge as the sandbox gateway stores it. */
export interface GatewayCharge {
  id: string;
  amount: number;
  status: 'pending' | 'successful' | 'failed' | 'expired' | 'reversed';
  createdAt: string;
  metadata: { accountId?: string; orderId?: string; attemptId?: string };
  customer: string | null;
  authorizeUri: string | null;
  platform: string | null;
  returnUri: string | null;
  transactionIndicator: string | null;
  refunds: { id: string; amount: number }[];
}

export interface Fault {
  service?: 'omise' | 'mail' | 'line' | 'mycloud' | 'ecwid' | 'slipok';
  op: string;
  kind: string;
  times?: number | 'always';
  match?: Record<string, unknown>;
  args?: Record<string, unknown>;
}

async function control<T>(world: World, method: string, path: string, body?: unknown): Promise<T> {
  // Without HTTP, because most tests send a handful of commands.
  const answer = await world.sandbox.fetch(`${world.sandboxUrl}/_control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { data, message } = (await answer.json()) as { data: T; message?: string };
  if (!answer.ok) throw new Error(`the sandbox refused ${method} ${path}: ${message ?? answer.status}`);
  return data;
}

/** Returns the gateway's charges, oldest first. @param accountId only charges of this account; default: all */
export async function gatewayCharges(world: World, accountId?: string): Promise<GatewayCharge[]> {
  const charges = await control<GatewayCharge[]>(world, 'GET', '/omise/charges');
  return charges.filter((charge) => accountId === undefined || charge.metadata.accountId === accountId);
}

/** Makes the next matching calls of a provider fail. @param fault default provider: the card gateway */
export async function injectFault(world: World, fault: Fault): Promise<void> {
  await control(world, 'POST', '/faults', { service: 'omise', ...fault });
}

export function clearFaults({ sandbox }: World): Promise<void> {
  sandbox.faults.clear();
  return Promise.resolve();
}

/**
 * Performs an action on a charge at the gateway.
 * @param late completes a 3-D Secure challenge after the charge has expired
 */
export async function actOnCharge(
  world: World,
  chargeId: string,
  action: 'approve' | 'decline' | 'abandon' | 'expire' | 'refund' | 'reverse' | 'pay' | 'fail',
  late = false,
  amount?: number,
): Promise<void> {
  await control(world, 'POST', `/omise/charges/${chargeId}`, { action, late, amount });
}

/** Opens a dispute of a charge or changes its status, as the payer's bank does. */
export async function disputeCharge(
  world: World,
  chargeId: string,
  status: 'open' | 'pending' | 'won' | 'lost',
): Promise<void> {
  await control(world, 'POST', `/omise/charges/${chargeId}`, { action: 'dispute', status });
}

/** Performs an action of the payer or the bank on a linked bank account. @param lastDigits decides its charges */
export async function actOnLink(
  world: World,
  linkedAccountId: string,
  action: 'approve' | 'reject' | 'wrong_account' | 'abandon' | 'expire' | 'delete',
  lastDigits?: string,
): Promise<void> {
  await control(world, 'POST', `/omise/linked_accounts/${linkedAccountId}`, { action, lastDigits });
}

/** Sets when the gateway requires 3-D Secure, and whether QR payments can be refunded. */
export async function setGateway(
  world: World,
  settings: {
    threeDS?: 'off' | 'always' | 'cit';
    promptpayRefundable?: boolean;
    appsOff?: string[];
    bankAnswersLater?: boolean;
    linkEvents?: boolean;
    payoutFaults?: string[];
  },
): Promise<void> {
  await control(world, 'POST', '/omise/settings', settings);
}

/** Returns the number of requests of one kind to the gateway, such as `POST /charges`. */
export async function countCalls(world: World, op: string): Promise<number> {
  const entries = await control<{ op: string }[]>(world, 'GET', '/journal?service=omise');
  return entries.filter((entry) => entry.op === op).length;
}

/** Returns the number of all requests to the gateway. Does not count webhooks. */
export async function gatewayCalls(world: World): Promise<number> {
  const entries = await control<{ op: string }[]>(world, 'GET', '/journal?service=omise');
  return entries.filter(({ op }) => !op.startsWith('webhook')).length;
}

/** Delivers the webhooks that the faults `delay` and `out_of_order` keep back. */
export async function flushWebhooks(world: World, options: Record<string, unknown> = {}): Promise<void> {
  await control(world, 'POST', '/webhooks/flush', options);
}

/** Returns the subjects of all mails to a recipient, newest first. */
export function mailsTo(world: World, email: string): string[] {
  return world.sandbox.mailbox.list(email).map((mail) => mail.subject);
}

/** Runs `work` with a gateway timeout of `ms` milliseconds, then restores the setting. */
export async function withChargeTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const current = settings();
  const before = current.CHARGE_TIMEOUT_MS;
  current.CHARGE_TIMEOUT_MS = ms;
  try {
    return await work();
  } finally {
    current.CHARGE_TIMEOUT_MS = before;
  }
}

/** Runs `work` while the gateway refuses every connection, then restores the setting. */
export async function withGatewayUnreachable<T>(work: () => Promise<T>): Promise<T> {
  const current = settings();
  const before = current.OMISE_API_URL;
  // No server listens on this port. `fetch` refuses some ports, but not this port.
  current.OMISE_API_URL = 'http://127.0.0.1:2/omise/api';
  try {
    return await work();
  } finally {
    current.OMISE_API_URL = before;
  }
}
