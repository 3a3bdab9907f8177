import { z } from 'zod';
import { settings } from '@/env';
import type { ChargeOutcome } from '@/domain/settlement';
import { callJson, type HttpAnswer } from './http';

/*
 * Omise's REST API, version 2019-05-29 (https://docs.omise.co). It offers no idempotency key: a charge that may have
 * been made is looked for in the list of charges by our attempt's id in its metadata, and never asked for again.
 */
const READ_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 20_000;
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

const cardShape = z.object({
  id: z.string(),
  brand: z.string(),
  last_digits: z.string(),
  name: z.string().nullish(),
  expiration_month: z.number().int(),
  expiration_year: z.number().int(),
  fingerprint: z.string(),
});

export interface GatewayCard {
  omiseCardId: string;
  brand: string;
  lastDigits: string;
  name: string;
  expiryMonth: number;
  expiryYear: number;
  fingerprint: string;
}

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

/** A gateway call that is not a charge: done, refused with the gateway's code, or out of reach. */
export type GatewayAnswer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; code: string }
  | { kind: 'unavailable'; maybeDone: boolean; why: string };

function call(method: string, path: string, body: unknown, timeoutMs: number): Promise<HttpAnswer> {
  const { OMISE_API_URL, OMISE_SECRET_KEY } = settings();
  const authorization = `Basic ${Buffer.from(`${OMISE_SECRET_KEY}:`).toString('base64')}`;
  return callJson(`${OMISE_API_URL}${path}`, { method, authorization, body, timeoutMs });
}

const isKeyRefused = (status: number) => status === 401 || status === 403;

async function ask<T>(
  shape: z.ZodType<T>,
  method: string,
  path: string,
  body?: unknown,
): Promise<GatewayAnswer<T>> {
  const answer = await call(method, path, body, method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
  if (answer.kind === 'failed') return { kind: 'unavailable', maybeDone: answer.maybeDone, why: answer.why };
  // A wrong key is our trouble, never a refusal of somebody's card.
  if (isKeyRefused(answer.status))
    return { kind: 'unavailable', maybeDone: false, why: `HTTP_${answer.status}` };
  if (answer.body.object === 'error') return { kind: 'refused', code: String(answer.body.code) };
  const parsed = shape.safeParse(answer.body);
  return parsed.success
    ? { kind: 'ok', value: parsed.data }
    : { kind: 'unavailable', maybeDone: true, why: 'UNREADABLE' };
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

/** A new customer at the gateway; it learns our account's id and nothing else about the person. */
export async function createCustomer(accountId: string): Promise<GatewayAnswer<{ id: string }>> {
  return ask(z.object({ id: z.string() }), 'POST', '/customers', {
    description: accountId,
    metadata: { accountId },
  });
}

const customerShape = z.object({
  id: z.string(),
  cards: z.object({ data: z.array(cardShape), total: z.number().int(), order: z.string() }).optional(),
});

/**
 * Attaches the card behind a single-use token: the last card of the answer, which another call attaching at the same
 * time can't change. A token used up before, by a second click or a call whose answer was lost, stands for the
 * customer's newest card.
 */
export async function attachCard(customerId: string, cardToken: string): Promise<GatewayAnswer<GatewayCard>> {
  const path = `/customers/${encodeURIComponent(customerId)}`;
  const attached = await ask(customerShape, 'PATCH', path, { card: cardToken });
  if (attached.kind === 'unavailable') return attached;
  if (attached.kind === 'refused' && attached.code !== 'used_token') return attached;
  const listed = attached.kind === 'ok' ? attached.value.cards : undefined;
  const isWhole = listed?.order === 'chronological' && listed.data.length === listed.total;
  const added = isWhole ? listed.data.at(-1) : undefined;
  if (added) return { kind: 'ok', value: toCard(added) };
  const cards = z.object({ data: z.array(cardShape) });
  const newest = await ask(cards, 'GET', `${path}/cards?order=reverse_chronological&limit=1`);
  if (newest.kind !== 'ok') return newest;
  const [card] = newest.value.data;
  return card ? { kind: 'ok', value: toCard(card) } : { kind: 'refused', code: 'not_found' };
}

const cardPath = (customerId: string, cardId: string) =>
  `/customers/${encodeURIComponent(customerId)}/cards/${encodeURIComponent(cardId)}`;

/** Corrects what is printed on a saved card; only what is given. */
export async function editCard(
  customerId: string,
  cardId: string,
  edits: { name?: string; expiryMonth?: number; expiryYear?: number },
): Promise<GatewayAnswer<GatewayCard>> {
  const body = { name: edits.name, expiration_month: edits.expiryMonth, expiration_year: edits.expiryYear };
  const answer = await ask(cardShape, 'PATCH', cardPath(customerId, cardId), body);
  return answer.kind === 'ok' ? { kind: 'ok', value: toCard(answer.value) } : answer;
}

/** The card that the gateway takes for a customer's default one. We always name the card of a charge. */
export async function setDefaultCard(customerId: string, cardId: string): Promise<GatewayAnswer<null>> {
  const path = `/customers/${encodeURIComponent(customerId)}`;
  const answer = await ask(z.object({ id: z.string() }), 'PATCH', path, { default_card: cardId });
  return answer.kind === 'ok' ? { kind: 'ok', value: null } : answer;
}

/** Whether the gateway still has a card; 'unavailable' when it can't be asked. */
export async function hasCard(customerId: string, cardId: string): Promise<GatewayAnswer<boolean>> {
  const shape = z.object({ deleted: z.boolean().optional() });
  const answer = await ask(shape, 'GET', cardPath(customerId, cardId));
  if (answer.kind === 'refused') return answer.code === 'not_found' ? { kind: 'ok', value: false } : answer;
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.deleted !== true } : answer;
}

/** Removes a saved card; one that is already gone is gone. */
export async function deleteCard(customerId: string, cardId: string): Promise<GatewayAnswer<null>> {
  return gone(await ask(z.object({ id: z.string() }), 'DELETE', cardPath(customerId, cardId)));
}

function toCard(card: z.output<typeof cardShape>): GatewayCard {
  return {
    omiseCardId: card.id,
    brand: card.brand,
    lastDigits: card.last_digits,
    name: card.name ?? '',
    expiryMonth: card.expiration_month,
    expiryYear: card.expiration_year,
    fingerprint: card.fingerprint,
  };
}

/** Whether the gateway says that it has no such customer; false when it can't be asked. */
export async function isCustomerGone(customerId: string): Promise<boolean> {
  const answer = await ask(
    z.object({ deleted: z.boolean().optional() }),
    'GET',
    `/customers/${encodeURIComponent(customerId)}`,
  );
  return answer.kind === 'refused'
    ? answer.code === 'not_found'
    : answer.kind === 'ok' && answer.value.deleted === true;
}

/** Removes a customer and all cards at the gateway; one that is already gone is gone. */
export async function deleteCustomer(customerId: string): Promise<GatewayAnswer<null>> {
  return gone(
    await ask(z.object({ id: z.string() }), 'DELETE', `/customers/${encodeURIComponent(customerId)}`),
  );
}

function gone(answer: GatewayAnswer<{ id: string }>): GatewayAnswer<null> {
  if (answer.kind === 'unavailable') return answer;
  return answer.kind === 'ok' || answer.code === 'not_found' ? { kind: 'ok', value: null } : answer;
}
