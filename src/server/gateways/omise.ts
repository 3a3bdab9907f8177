import { z } from 'zod';
import { settings } from '@/env';
import type { ChargeOutcome } from '@/domain/settlement';
import { ask, call, isKeyRefused, type GatewayAnswer } from './omise-calls';

/*
 * Omise's REST API, version 2019-05-29 (https://docs.omise.co). It offers no idempotency key: a charge that may have
 * been made is looked for in the list of charges by our attempt's id in its metadata, and never asked for again.
 */
const PAGE = 100;
const PAGES_MAX = 200;

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
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type ChargeObject = z.output<typeof chargeShape>;

/** A charge as the gateway knows it now, in our words. */
export interface GatewayCharge {
  chargeId: string;
  outcome: ChargeOutcome;
  amount: number;
  currency: string;
  attemptId: string | null;
  refundable: boolean;
  refundedAmount: number;
  createdAt: Date;
}

/** What a charge object means. A status the gateway has not told us about yet means that we don't know. */
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

function toCharge(charge: ChargeObject): GatewayCharge {
  const attemptId = charge.metadata?.attemptId;
  return {
    chargeId: charge.id,
    outcome: outcomeOf(charge),
    amount: charge.amount,
    currency: charge.currency.toUpperCase(),
    attemptId: typeof attemptId === 'string' ? attemptId : null,
    refundable: charge.refundable ?? false,
    refundedAmount: charge.refunded_amount ?? 0,
    createdAt: new Date(charge.created_at),
  };
}

/**
 * Asks for one charge of a saved card. Never throws, never retries.
 * @param request amount in satang; `initiator` says whether the person is present or we act on the standing agreement.
 */
export async function createCharge(request: {
  attemptId: string;
  orderId: string;
  accountId: string;
  amount: number;
  customerId: string;
  cardId: string;
  returnUri: string;
  initiator: 'customer' | 'merchant';
}): Promise<ChargeOutcome> {
  const body = {
    amount: request.amount,
    currency: 'thb',
    customer: request.customerId,
    card: request.cardId,
    return_uri: request.returnUri,
    description: `${request.orderId} ${request.attemptId}`,
    metadata: { accountId: request.accountId, orderId: request.orderId, attemptId: request.attemptId },
    transaction_indicator: request.initiator === 'customer' ? 'CIT' : 'MIT',
    recurring_reason: 'subscription',
  };
  const answer = await call('POST', '/charges', body, settings().CHARGE_TIMEOUT_MS);
  if (answer.kind === 'failed') {
    return answer.maybeDone ? { kind: 'unknown', why: answer.why } : { kind: 'not_sent', why: answer.why };
  }
  if (isKeyRefused(answer.status)) return { kind: 'not_sent', why: `HTTP_${answer.status}` };
  if (answer.body.object === 'error')
    return { kind: 'declined', chargeId: null, code: String(answer.body.code) };
  const parsed = chargeShape.safeParse(answer.body);
  if (!parsed.success) return { kind: 'unknown', why: 'UNREADABLE' };
  // Another sum than was asked for is read once more before anything is believed of it.
  return parsed.data.amount === request.amount ? outcomeOf(parsed.data) : { kind: 'unknown', why: 'AMOUNT' };
}

/** The charge as it is now. */
export async function fetchCharge(chargeId: string): Promise<GatewayAnswer<GatewayCharge>> {
  const answer = await ask(chargeShape, 'GET', `/charges/${encodeURIComponent(chargeId)}`);
  return answer.kind === 'ok' ? { kind: 'ok', value: toCharge(answer.value) } : answer;
}

const listShape = z.object({ data: z.array(chargeShape), total: z.number().int() });

/**
 * Looks through every charge made from `since` on, newest first, page by page.
 * @returns the charges for which `wanted` is true; 'unavailable' unless the whole list was read.
 */
export async function listCharges(
  since: Date,
  wanted: (charge: GatewayCharge) => boolean,
): Promise<GatewayAnswer<GatewayCharge[]>> {
  const found = new Map<string, GatewayCharge>();
  const from = encodeURIComponent(since.toISOString());
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await ask(
      listShape,
      'GET',
      `/charges?order=chronological&from=${from}&limit=${PAGE}&offset=${page * PAGE}`,
    );
    if (answer.kind !== 'ok') return answer;
    for (const charge of answer.value.data.map(toCharge))
      if (wanted(charge)) found.set(charge.chargeId, charge);
    if (answer.value.data.length < PAGE) return { kind: 'ok', value: [...found.values()] };
  }
  return { kind: 'unavailable', maybeDone: false, why: 'LIST_TOO_LONG' };
}

/** Asks the gateway to give up an open 3-D Secure charge; 'ok' answers the charge as it then is. */
export async function expireCharge(chargeId: string): Promise<GatewayAnswer<GatewayCharge>> {
  const answer = await ask(chargeShape, 'POST', `/charges/${encodeURIComponent(chargeId)}/expire`);
  return answer.kind === 'ok' ? { kind: 'ok', value: toCharge(answer.value) } : answer;
}

/** Gives money back; `amount` in satang. Not idempotent: read `refundedAmount` first when in doubt. */
export async function refundCharge(
  chargeId: string,
  amount: number,
  refundId: string,
): Promise<GatewayAnswer<{ id: string }>> {
  const path = `/charges/${encodeURIComponent(chargeId)}/refunds`;
  return ask(z.object({ id: z.string() }), 'POST', path, { amount, metadata: { refundId } });
}
