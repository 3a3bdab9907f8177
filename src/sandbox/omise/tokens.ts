import { createHmac } from 'node:crypto';
import { bangkokMonth } from '../clock';
import { passesLuhn } from '../journal';
import { behaviourOf, brandOf } from './card-numbers';
import type { Gateway } from './gateway';
import { hash, text } from './input';
import type { CardRecord, TokenRecord } from './records';
import { badRequest, notFound } from './refusal';
import { tokenWire, type Wire } from './wire';

type Body = Record<string, unknown>;

interface Expiry {
  month: number;
  year: number;
}

function readExpiry(card: Body): Expiry {
  const month = Number(text(card, 'expiration_month') ?? NaN);
  const year = Number(text(card, 'expiration_year') ?? NaN);
  return { month, year: year < 100 ? year + 2000 : year };
}

/** Returns the errors of a card's expiry: an invalid month or year, or a month that has ended in Bangkok time. */
export function checkExpiry({ month, year }: Expiry, nowMs: number): string[] {
  const now = bangkokMonth(nowMs);
  if (!Number.isInteger(month) || month < 1 || month > 12 || !Number.isInteger(year)) {
    return ['expiration date is invalid'];
  }
  const hasEnded = year < now.year || (year === now.year && month < now.month);
  return hasEnded ? ['expiration date cannot be in the past'] : [];
}

function problemsOf(number: string, code: string | null, name: string | null): string[] {
  const problems: string[] = [];
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) problems.push('number is invalid');
  else if (brandOf(number) === null) problems.push('brand not supported (unknown)');
  if (name === null || name.trim() === '') problems.push("name can't be blank");
  if (code !== null && !/^\d{3,4}$/.test(code)) problems.push('security code is invalid');
  return problems;
}

function nextMonth(nowMs: number): Expiry {
  const { year, month } = bangkokMonth(nowMs);
  return month === 12 ? { month: 1, year: year + 1 } : { month: month + 1, year };
}

/** Validates a card and returns the fields that charges need. Does not keep the number or the security code. */
function readCard(gateway: Gateway, card: Body): CardRecord {
  const nowMs = gateway.clock.ms();
  const number = (text(card, 'number') ?? '').replace(/[\s-]/g, '');
  const code = text(card, 'security_code');
  const name = text(card, 'name');
  const expiry = readExpiry(card);
  const problems = [...problemsOf(number, code, name), ...checkExpiry(expiry, nowMs)];
  if (problems.length > 0) throw badRequest('invalid_card', problems.join(', '));
  const behaviour = behaviourOf(number, name ?? '');
  const shown = behaviour.magic === 'expires_next_month' ? nextMonth(nowMs) : expiry;
  return {
    id: gateway.newId('card'),
    brand: brandOf(number) ?? '',
    financing: 'credit',
    name: (name ?? '').trim(),
    lastDigits: number.slice(-4),
    expirationMonth: shown.month,
    expirationYear: shown.year,
    fingerprint: createHmac('sha256', gateway.settings.secretKey).update(number).digest('base64'),
    securityCodeCheck: code !== null,
    city: text(card, 'city'),
    postalCode: text(card, 'postal_code'),
    createdAt: nowMs,
    behaviour,
  };
}

/** Handles `POST /tokens {card}` of the vault. @throws Refusal `invalid_card` */
export function createToken(gateway: Gateway, body: Body): Wire {
  const fields = hash(body, 'card');
  if (fields === null) throw badRequest('invalid_card', 'card is missing');
  const card = readCard(gateway, fields);
  const token: TokenRecord = { id: gateway.newId('tokn'), used: false, card, createdAt: gateway.clock.ms() };
  gateway.tokens.put(token);
  return tokenWire(token);
}

export function getToken(gateway: Gateway, id: string): Wire {
  const token = gateway.tokens.get(id);
  if (token === undefined) throw notFound('token', id);
  return tokenWire(token);
}

/** Returns the card of a token that was not used. @throws Refusal `not_found`, `used_token` */
export function peekToken(gateway: Gateway, id: string): CardRecord {
  const token = gateway.tokens.get(id);
  if (token === undefined) throw notFound('token', id);
  if (token.used) throw badRequest('used_token', 'token was already used');
  return token.card;
}

/** Returns the card of a token and marks the token as used. @throws Refusal `not_found`, `used_token` */
export function spendToken(gateway: Gateway, id: string): CardRecord {
  const card = peekToken(gateway, id);
  gateway.tokens.put({ id, used: true, card, createdAt: card.createdAt });
  return card;
}
