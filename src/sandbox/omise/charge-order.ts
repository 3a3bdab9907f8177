import { appEndsAt, appOf } from './apps';
import { findCard } from './cards';
import { findCustomer } from './customers';
import type { Gateway } from './gateway';
import { hash, metadata, text, whole } from './input';
import { BANK_ANSWER_MS, payingAccount } from './linked-accounts';
import type { CardRecord, LinkedAccountRecord, Metadata, SourceRecord } from './records';
import { badRequest, notFound, Refusal } from './refusal';
import { findSource, newSource } from './sources';
import { peekToken } from './tokens';

type Body = Record<string, unknown>;

/** The smallest and the largest amount of a charge in Thailand, in satang. */
export const CHARGE_LIMITS = { min: 2_000, max: 15_000_000 };

const DAY_MS = 86_400_000;
const CARD_DAYS = 7;

/** A validated request to create a charge. */
export interface ChargeOrder {
  amount: number;
  customer: string | null;
  card: CardRecord | null;
  /** The token that pays. Creating the charge uses it up. */
  tokenId: string | null;
  source: SourceRecord | null;
  linkedAccount?: LinkedAccountRecord;
  description: string | null;
  metadata: Metadata;
  returnUri: string | null;
  recurringReason: string | null;
  transactionIndicator: string | null;
  /** The way in which the payer has to confirm the charge; null leaves it to the gateway's settings. */
  authentication: '3DS' | null;
  ip: string | null;
  expiresAt: number;
}

type Instrument = Pick<ChargeOrder, 'customer' | 'card' | 'tokenId' | 'source' | 'linkedAccount'>;

function checkAmount(amount: number): void {
  const { min, max } = CHARGE_LIMITS;
  if (amount < min) throw badRequest('invalid_amount', `amount must be greater than or equal to ${min}`);
  if (amount > max) throw badRequest('invalid_amount', `amount must be less than or equal to ${max}`);
}

function ofCustomer(gateway: Gateway, customerId: string, cardId: string | null): Instrument {
  const customer = findCustomer(gateway, customerId);
  const wanted = cardId ?? customer.defaultCard;
  if (wanted === null) throw badRequest('missing_card', 'customer has no card');
  return { customer: customerId, card: findCard(customer, wanted), tokenId: null, source: null };
}

function ofSource(gateway: Gateway, body: Body, amount: number): Instrument {
  const inline = hash(body, 'source');
  const sourceId = text(body, 'source');
  const source = inline
    ? newSource(gateway, { amount, currency: 'thb', ...inline })
    : findSource(gateway, sourceId ?? '');
  if (source.chargeId !== null) throw badRequest('invalid_charge', 'source was already used');
  if (source.amount !== amount) throw badRequest('invalid_charge', 'amount does not match the source');
  return { customer: null, card: null, tokenId: null, source };
}

function instrumentOf(gateway: Gateway, body: Body, amount: number): Instrument {
  const customerId = text(body, 'customer');
  const cardId = text(body, 'card');
  const linkedId = text(body, 'linked_account');
  if (linkedId !== null) {
    const linkedAccount = payingAccount(gateway, customerId, linkedId);
    return { customer: customerId, card: null, tokenId: null, source: null, linkedAccount };
  }
  if (customerId !== null) return ofCustomer(gateway, customerId, cardId);
  if (body.source !== undefined && body.source !== null) return ofSource(gateway, body, amount);
  if (cardId === null) throw new Refusal(404, 'not_found', 'card was not found');
  if (!cardId.startsWith('tokn_')) throw notFound('token', cardId);
  return { customer: null, card: peekToken(gateway, cardId), tokenId: cardId, source: null };
}

function expiryOf(body: Body, { source, linkedAccount }: Instrument, nowMs: number): number {
  if (linkedAccount) return nowMs + BANK_ANSWER_MS;
  const latest = nowMs + DAY_MS;
  const app = appOf(source);
  if (app) return appEndsAt(app, nowMs);
  const given = text(body, 'expires_at');
  if (source === null) return nowMs + CARD_DAYS * DAY_MS;
  if (given === null) return latest;
  const ms = Date.parse(given);
  // Tolerates one second, because instants in requests have whole seconds and the clocks differ by
  // milliseconds.
  if (Number.isNaN(ms) || ms <= nowMs || ms > latest + 60_000) {
    throw badRequest('invalid_charge', 'expires_at is invalid');
  }
  return Math.min(ms, latest);
}

function returnUriOf(body: Body): string | null {
  const uri = text(body, 'return_uri');
  if (uri !== null && !/^https?:\/\/\S+$/.test(uri))
    throw badRequest('invalid_charge', 'return uri is invalid');
  return uri;
}

/**
 * Reads and validates the body of `POST /charges`. Checks the fields in the same order as the gateway:
 * amount, currency, card or source, other fields.
 * @throws Refusal `invalid_amount`, `invalid_charge`, `not_found`, `missing_card`, `used_token`,
 * `bad_request`
 */
export function readChargeOrder(gateway: Gateway, body: Body): ChargeOrder {
  const amount = whole(body, 'amount');
  if (amount === null) throw badRequest('invalid_amount', 'amount must be a whole number of satang');
  const currency = text(body, 'currency');
  if (currency === null) throw badRequest('invalid_charge', 'currency must be present');
  if (currency.toUpperCase() !== 'THB') {
    throw badRequest('invalid_charge', 'currency is currently not supported');
  }
  // The product captures every charge at once, so the sandbox does not play separate captures.
  if (text(body, 'capture') === 'false')
    throw badRequest('invalid_charge', 'capture is currently not supported');
  const hasInstrument = [body.customer, body.card, body.source, body.linked_account].some(
    (one) => one !== undefined && one !== null,
  );
  if (!hasInstrument) throw new Refusal(404, 'not_found', 'card was not found');
  checkAmount(amount);
  const instrument = instrumentOf(gateway, body, amount);
  if (appOf(instrument.source) && returnUriOf(body) === null)
    throw badRequest('invalid_charge', 'return uri is invalid');
  return {
    ...instrument,
    amount,
    description: text(body, 'description'),
    metadata: metadata(body) ?? {},
    returnUri: returnUriOf(body),
    recurringReason: text(body, 'recurring_reason'),
    transactionIndicator: text(body, 'transaction_indicator'),
    authentication: text(body, 'authentication') === '3DS' ? '3DS' : null,
    ip: text(body, 'ip'),
    expiresAt: expiryOf(body, instrument, gateway.clock.ms()),
  };
}
