import { z } from 'zod';
import { settings } from '@/settings/settings';
import { toDisputeStatus, type DisputeStatus } from '@/domain/dispute';
import type { PayApp, Platform } from '@/domain/pay-app';
import type { ListedRefund } from '@/domain/refund';
import type { ChargeOutcome } from '@/domain/settlement';
import { ask, call, isKeyRefused, type GatewayAnswer } from './calls';
import { sourceTypeOf } from './capability';
import { readListPage, type ListCursor, type ListPage } from './lists';
import { refundList, toRefunds } from './refunds';

/* The client of Omise's REST API, version 2019-05-29 (https://docs.omise.co). The API has no idempotency keys. A charge with an unknown outcome is never made again: it is searched in the list of charges by the attempt id in its metadata. */

const chargeShape = z.object({
  id: z.string(),
  status: z.string(),
  paid: z.boolean().optional(),
  amount: z.number().int(),
  currency: z.string(),
  authorize_uri: z.string().nullish(),
  failure_code: z.string().nullish(),
  merchant_advice: z.string().nullish(),
  paid_at: z.string().nullish(),
  created_at: z.string(),
  refundable: z.boolean().optional(),
  refunded_amount: z.number().int().nullish(),
  refunds: refundList.nullish(),
  reversed: z.boolean().nullish(),
  dispute: z
    .object({
      id: z.string(),
      status: z.string(),
      amount: z.number().int(),
      reason_code: z.string().nullish(),
    })
    .nullish()
    .catch(null),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  source: z.object({ type: z.string() }).nullish(),
  card: z.object({ fingerprint: z.string() }).nullish().catch(null),
});
type ChargeObject = z.output<typeof chargeShape>;

/** The current state of a charge at the gateway. Amounts are in satang. */
export interface GatewayCharge {
  chargeId: string;
  outcome: ChargeOutcome;
  amount: number;
  currency: string;
  attemptId: string | null;
  orderId: string | null;
  /** True for a payment with a PromptPay QR code or in an app, false for a card payment. */
  byQr: boolean;
  refundable: boolean;
  refundedAmount: number;
  /** All refunds of the charge, also refunds that this system did not make. Null if the response is incomplete. */
  refunds: ListedRefund[] | null;
  /** Whether the gateway reversed the payment without a refund or a dispute. */
  isReversed: boolean;
  /** The gateway's fingerprint of the card number, the same for all customers; null without a card. */
  cardFingerprint: string | null;
  dispute: { id: string; status: DisputeStatus; amount: number; reason: string | null } | null;
  createdAt: Date;
}

/** Returns the outcome of a charge. An unknown status gives an unknown outcome. */
function outcomeOf(charge: ChargeObject): ChargeOutcome {
  switch (charge.status) {
    case 'successful':
      if (charge.paid === false) return { kind: 'pending', chargeId: charge.id };
      return {
        kind: 'succeeded',
        chargeId: charge.id,
        amount: charge.amount,
        paidAt: new Date(charge.paid_at ?? charge.created_at),
      };
    case 'failed':
    case 'reversed':
      return {
        kind: 'declined',
        chargeId: charge.id,
        code:
          charge.failure_code ?? (charge.status === 'reversed' ? 'payment_cancelled' : 'failed_processing'),
        adviseNoRetry: /do not retry/i.test(charge.merchant_advice ?? ''),
      };
    case 'expired':
      return { kind: 'expired', chargeId: charge.id };
    case 'pending':
      return charge.authorize_uri
        ? { kind: 'action_required', chargeId: charge.id, authorizeUri: charge.authorize_uri }
        : { kind: 'pending', chargeId: charge.id };
    default:
      return { kind: 'unknown', why: 'STATUS' };
  }
}

function toDispute(dispute: NonNullable<ChargeObject['dispute']>): GatewayCharge['dispute'] {
  const { id, amount } = dispute;
  return { id, status: toDisputeStatus(dispute.status), amount, reason: dispute.reason_code ?? null };
}

function toCharge(charge: ChargeObject): GatewayCharge {
  const { refunds } = charge;
  const { attemptId, orderId } = charge.metadata ?? {};
  return {
    chargeId: charge.id,
    outcome: outcomeOf(charge),
    amount: charge.amount,
    currency: charge.currency.toUpperCase(),
    attemptId: typeof attemptId === 'string' ? attemptId : null,
    orderId: typeof orderId === 'string' ? orderId : null,
    byQr: Boolean(charge.source),
    refundable: charge.refundable ?? false,
    refundedAmount: charge.refunded_amount ?? 0,
    refunds: refunds && refunds.data.length >= refunds.total ? toRefunds(refunds) : null,
    isReversed: charge.status === 'reversed' || charge.reversed === true,
    cardFingerprint: charge.card?.fingerprint ?? null,
    dispute: charge.dispute ? toDispute(charge.dispute) : null,
    createdAt: new Date(charge.created_at),
  };
}

/** What the gateway charges: a card or a linked bank account of the customer, by the gateway's id. */
type Charged = { cardId: string } | { linkedAccountId: string };

/**
 * Charges a saved card or a linked bank account. Never throws and never retries.
 * @param request `amount` in satang; `initiator`: `customer` if the payer is present, `merchant` for off-session;
 *   `isChallenged`: the payer has to confirm the charge by 3-D Secure (https://docs.omise.co/charges-api). A bank account
 *   is never confirmed
 */
export async function createCharge(
  request: Charged & {
    attemptId: string;
    orderId: string;
    accountId: string;
    amount: number;
    customerId: string;
    returnUri: string;
    initiator: 'customer' | 'merchant';
    isChallenged?: boolean;
  },
): Promise<ChargeOutcome> {
  const charged =
    'cardId' in request
      ? {
          card: request.cardId,
          return_uri: request.returnUri,
          transaction_indicator: request.initiator === 'customer' ? 'CIT' : 'MIT',
          recurring_reason: 'subscription',
          ...(request.isChallenged && { authentication: '3DS' }),
        }
      : { linked_account: request.linkedAccountId };
  const outcome = await sendCharge({
    amount: request.amount,
    currency: 'thb',
    customer: request.customerId,
    ...charged,
    description: `${request.orderId} ${request.attemptId}`,
    metadata: { accountId: request.accountId, orderId: request.orderId, attemptId: request.attemptId },
  });
  const isUnknownLink = !('cardId' in request) && outcome.kind === 'declined' && outcome.code === 'not_found';
  return isUnknownLink ? { ...outcome, code: 'invalid_account' } : outcome;
}

/**
 * Creates a charge with a PromptPay QR code, or one that is paid in an app. Never throws and never retries.
 * @param request `amount` in satang; `expiresAt`: within 24 hours, in whole seconds. The gateway gives a charge in an app
 *   an expiry of its own.
 */
export async function createQrCharge(request: {
  attemptId: string;
  orderId: string;
  accountId: string;
  amount: number;
  expiresAt: Date;
  app?: { name: PayApp; platform: Platform; returnUri: string };
}): Promise<ChargeOutcome> {
  const { app } = request;
  return sendCharge({
    amount: request.amount,
    currency: 'thb',
    ...(app
      ? { source: { type: sourceTypeOf(app.name), platform_type: app.platform }, return_uri: app.returnUri }
      : { source: { type: 'promptpay' }, expires_at: request.expiresAt.toISOString() }),
    description: `${request.orderId} ${request.attemptId}`,
    metadata: { accountId: request.accountId, orderId: request.orderId, attemptId: request.attemptId },
  });
}

async function sendCharge(body: Record<string, unknown> & { amount: number }): Promise<ChargeOutcome> {
  const answer = await call('POST', '/charges', body, settings().CHARGE_TIMEOUT_MS);
  if (answer.kind === 'failed') {
    return answer.maybeDone ? { kind: 'unknown', why: answer.why } : { kind: 'not_sent', why: answer.why };
  }
  if (isKeyRefused(answer.status)) return { kind: 'not_sent', why: `HTTP_${answer.status}` };
  if (answer.body.object === 'error')
    return { kind: 'declined', chargeId: null, code: String(answer.body.code) };
  const parsed = chargeShape.safeParse(answer.body);
  if (!parsed.success) return { kind: 'unknown', why: 'UNREADABLE' };
  // The caller reads a charge with a wrong amount again before it uses the charge.
  return parsed.data.amount === body.amount ? outcomeOf(parsed.data) : { kind: 'unknown', why: 'AMOUNT' };
}

export async function fetchCharge(chargeId: string): Promise<GatewayAnswer<GatewayCharge>> {
  const answer = await ask(chargeShape, 'GET', `/charges/${encodeURIComponent(chargeId)}`);
  return answer.kind === 'ok' ? { kind: 'ok', value: toCharge(answer.value) } : answer;
}

/** Reads one page of the list of charges, oldest first. Two pages can contain the same charge. */
export async function readChargePage(cursor: ListCursor): Promise<GatewayAnswer<ListPage<GatewayCharge>>> {
  const answer = await readListPage('/charges', chargeShape, cursor);
  if (answer.kind !== 'ok') return answer;
  const { rows, next } = answer.value;
  return { kind: 'ok', value: { rows: rows.map(toCharge), next } };
}

/**
 * Reads all charges that were created at or after `since`.
 * @returns the charges for which `wanted` is true; 'unavailable' if a page could not be read
 */
export async function listCharges(
  since: Date,
  wanted: (charge: GatewayCharge) => boolean,
): Promise<GatewayAnswer<GatewayCharge[]>> {
  const found = new Map<string, GatewayCharge>();
  let cursor: ListCursor | null = { from: since, offset: 0 };
  while (cursor) {
    const page: Awaited<ReturnType<typeof readChargePage>> = await readChargePage(cursor);
    if (page.kind !== 'ok') return page;
    for (const charge of page.value.rows) if (wanted(charge)) found.set(charge.chargeId, charge);
    cursor = page.value.next;
  }
  return { kind: 'ok', value: [...found.values()] };
}

/** Expires an open charge at the gateway. Returns the charge in its new state. */
export async function expireCharge(chargeId: string): Promise<GatewayAnswer<GatewayCharge>> {
  const answer = await ask(chargeShape, 'POST', `/charges/${encodeURIComponent(chargeId)}/expire`);
  return answer.kind === 'ok' ? { kind: 'ok', value: toCharge(answer.value) } : answer;
}
