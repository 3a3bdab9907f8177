import { FAILURE_MESSAGES } from './card-numbers';
import type { ChargeOrder } from './charge-order';
import type { Gateway } from './gateway';
import { bankAnswer } from './linked-accounts';
import type { CardRecord, ChargeRecord, FailureCode } from './records';
import { badRequest, notFound, Refusal } from './refusal';
import { checkExpiry, spendToken } from './tokens';
import { chargeWire } from './charge-wire';
import { type Wire } from './wire';

/** Returns a charge. @throws Refusal `not_found` */
export function findCharge(gateway: Gateway, id: string): ChargeRecord {
  const charge = gateway.charges.get(id);
  if (charge === undefined) throw notFound('charge', id);
  return charge;
}

/**
 * Returns a charge, or with `stale` the charge before its last change.
 * @throws Refusal `not_found`, also with `stale` for a charge that has not changed since its creation
 */
export function findChargeAsRead(gateway: Gateway, id: string, stale: boolean): ChargeRecord {
  const before = stale ? gateway.charges.before(id) : undefined;
  if (before === null) throw notFound('charge', id);
  return before ?? findCharge(gateway, id);
}

/**
 * Handles `GET /charges/{id}`.
 * @param stale returns the state before the last change, or not found if the charge has not changed
 */
export function getCharge(gateway: Gateway, id: string, stale = false): Wire {
  return chargeWire(findChargeAsRead(gateway, id, stale), gateway.bases, gateway.clock.ms());
}

/** Returns whether the bank accepts the charge. Ignores 3-D Secure. */
function bankVerdict(card: CardRecord, indicator: string | null, nowMs: number): 'successful' | FailureCode {
  const expiry = { month: card.expirationMonth, year: card.expirationYear };
  if (checkExpiry(expiry, nowMs).length > 0) return 'expired_card';
  if (card.behaviour.magic === 'renewal_declines' && indicator === 'MIT') return 'insufficient_fund';
  return card.behaviour.outcome;
}

function isSecured(
  gateway: Gateway,
  card: CardRecord,
  { transactionIndicator, authentication }: ChargeRecord,
): boolean {
  const { threeDS } = gateway.settings;
  const isPresent = transactionIndicator !== 'MIT';
  return (
    authentication === '3DS' ||
    card.behaviour.secure === 'validation_fails' ||
    card.behaviour.magic === '3ds' ||
    (card.behaviour.magic === '3ds_cit' && isPresent) ||
    threeDS === 'always' ||
    (threeDS === 'cit' && isPresent)
  );
}

function failed(charge: ChargeRecord, code: FailureCode): ChargeRecord {
  return { ...charge, status: 'failed', failureCode: code, failureMessage: FAILURE_MESSAGES[code] };
}

function paid(gateway: Gateway, charge: ChargeRecord): ChargeRecord {
  return {
    ...charge,
    status: 'successful',
    failureCode: null,
    failureMessage: null,
    transaction: gateway.newId('trxn'),
    paidAt: gateway.clock.ms(),
  };
}

/** Returns a charge of a linked account as the bank answers it: final at once, or pending until its event. */
function firstBankState(gateway: Gateway, charge: ChargeRecord): ChargeRecord {
  if (gateway.settings.bankAnswersLater) return charge;
  const answer = bankAnswer(gateway, charge);
  return answer === 'successful' ? paid(gateway, charge) : failed(charge, answer);
}

function firstState(gateway: Gateway, charge: ChargeRecord): ChargeRecord {
  const { card } = charge;
  if (charge.linkedAccount) return firstBankState(gateway, charge);
  if (card === null) return charge;
  const verdict = bankVerdict(card, charge.transactionIndicator, gateway.clock.ms());
  if (card.behaviour.secure === 'enrolment_fails') return failed(charge, 'payment_rejected');
  if (verdict !== 'expired_card' && isSecured(gateway, card, charge)) {
    if (charge.returnUri === null) throw badRequest('invalid_charge', 'return uri is invalid');
    return { ...charge, secured: true };
  }
  return verdict === 'successful' ? paid(gateway, charge) : failed(charge, verdict);
}

/** Creates a charge. It succeeds or fails at once, or is pending until 3-D Secure or the QR payment ends. */
export function createCharge(gateway: Gateway, order: ChargeOrder): ChargeRecord {
  const { tokenId, ...given } = order;
  const id = gateway.newId('chrg');
  const source = order.source === null ? null : { ...order.source, chargeId: id };
  const blank: ChargeRecord = {
    ...given,
    id,
    source,
    position: gateway.chargeOrder.length,
    currency: 'THB',
    status: 'pending',
    secured: false,
    failureCode: null,
    failureMessage: null,
    transaction: null,
    refunds: [],
    createdAt: gateway.clock.ms(),
    paidAt: null,
    expiredAt: null,
  };
  const charge = firstState(gateway, blank);
  if (tokenId !== null) spendToken(gateway, tokenId);
  if (source !== null) gateway.sources.put(source);
  gateway.charges.put(charge);
  gateway.emit('charge.create', { kind: 'charge', id, parent: null });
  return charge;
}

function settle(gateway: Gateway, charge: ChargeRecord, key = 'charge.complete'): ChargeRecord {
  gateway.charges.put(charge);
  gateway.emit(key, { kind: 'charge', id: charge.id, parent: null });
  return charge;
}

export const succeed = (gateway: Gateway, charge: ChargeRecord) => settle(gateway, paid(gateway, charge));

export const fail = (gateway: Gateway, charge: ChargeRecord, code: FailureCode) =>
  settle(gateway, failed(charge, code));

/** Completes a 3-D Secure challenge, or a charge of a bank account. The bank may still decline the charge. */
export function approve(gateway: Gateway, charge: ChargeRecord): ChargeRecord {
  const { card } = charge;
  if (charge.linkedAccount) {
    const answer = bankAnswer(gateway, charge);
    return answer === 'successful' ? succeed(gateway, charge) : fail(gateway, charge, answer);
  }
  if (card?.behaviour.secure === 'validation_fails') return fail(gateway, charge, 'payment_rejected');
  const verdict =
    card === null ? 'successful' : bankVerdict(card, charge.transactionIndicator, gateway.clock.ms());
  return verdict === 'successful' ? succeed(gateway, charge) : fail(gateway, charge, verdict);
}

function requirePending(charge: ChargeRecord, code: string): void {
  if (charge.status !== 'pending') throw badRequest(code, `charge is ${charge.status}`);
}

/** Handles `POST /charges/{id}/expire`. Refuses charges with a QR code, because the QR code may already be paid. */
export function expireByApi(gateway: Gateway, id: string): ChargeRecord {
  const charge = findCharge(gateway, id);
  if (charge.source !== null && !charge.source.app)
    throw badRequest('failed_expire', 'charge of this source type cannot be expired');
  requirePending(charge, 'failed_expire');
  return expire(gateway, charge, gateway.clock.ms());
}

/** Sets a charge to expired after its time limit. */
export function expire(gateway: Gateway, charge: ChargeRecord, atMs: number): ChargeRecord {
  const expired = settle(gateway, { ...charge, status: 'expired', expiredAt: atMs }, 'charge.expire');
  if (charge.source !== null) {
    gateway.emit('charge.complete', { kind: 'charge', id: charge.id, parent: null });
  }
  return expired;
}

/** Handles `POST /charges/{id}/mark_as_paid` and `mark_as_failed`, which exist only in test mode. */
export function markAs(gateway: Gateway, id: string, outcome: 'paid' | 'failed'): ChargeRecord {
  const charge = findCharge(gateway, id);
  requirePending(charge, 'invalid_charge');
  return outcome === 'paid' ? succeed(gateway, charge) : fail(gateway, charge, 'failed_processing');
}

export const CHARGE_ACTIONS = ['approve', 'decline', 'abandon', 'pay', 'fail', 'expire'] as const;
export type ChargeAction = (typeof CHARGE_ACTIONS)[number];

/**
 * Applies an action of the payer or the bank to a charge that is pending. An expired QR code may still be
 * paid.
 * @param late also applies the action to a charge that failed or expired
 * @throws Refusal 409 `conflict` if the status of the charge does not allow the action
 */
export function actOn(gateway: Gateway, id: string, action: ChargeAction, late = false): ChargeRecord {
  const charge = findCharge(gateway, id);
  const isLatePay = charge.status === 'expired' && charge.source !== null && action === 'pay';
  const isAllowed = charge.status === 'pending' || isLatePay || (late && charge.status !== 'successful');
  if (!isAllowed) throw new Refusal(409, 'conflict', `charge ${id} is ${charge.status}`);
  switch (action) {
    case 'approve':
      return approve(gateway, charge);
    case 'decline':
      return fail(gateway, charge, 'payment_rejected');
    case 'abandon':
      return charge;
    case 'pay':
      return succeed(gateway, charge);
    case 'fail':
      return fail(gateway, charge, 'failed_processing');
    case 'expire':
      return expire(gateway, charge, gateway.clock.ms());
  }
}
