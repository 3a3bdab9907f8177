import { z } from 'zod';
import { ask, type GatewayAnswer } from './calls';

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

/** Creates a customer at the gateway. The gateway receives only the account id. */
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
 * Attaches the card of a single-use token to a customer, and returns the card. For a token that was used before, returns
 * the customer's newest card.
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

/** Changes the name or the expiry of a card at the gateway. Undefined fields stay unchanged. */
export async function editCard(
  customerId: string,
  cardId: string,
  edits: { name?: string; expiryMonth?: number; expiryYear?: number },
): Promise<GatewayAnswer<GatewayCard>> {
  const body = { name: edits.name, expiration_month: edits.expiryMonth, expiration_year: edits.expiryYear };
  const answer = await ask(cardShape, 'PATCH', cardPath(customerId, cardId), body);
  return answer.kind === 'ok' ? { kind: 'ok', value: toCard(answer.value) } : answer;
}

/**
 * Sets a customer's default card at the gateway. Charges do not depend on the default card: each charge names its card.
 */
export async function setDefaultCard(customerId: string, cardId: string): Promise<GatewayAnswer<null>> {
  const path = `/customers/${encodeURIComponent(customerId)}`;
  const answer = await ask(z.object({ id: z.string() }), 'PATCH', path, { default_card: cardId });
  return answer.kind === 'ok' ? { kind: 'ok', value: null } : answer;
}

/**
 * Finds a customer and one of its cards, by default the default card. `isThere`: whether the customer exists; `card` null:
 * it has no such card.
 */
export async function findCustomerCard(
  customerId: string,
  cardId: string | null,
): Promise<GatewayAnswer<{ isThere: boolean; card: GatewayCard | null }>> {
  const shape = z.object({ deleted: z.boolean().nullish(), default_card: z.string().nullish() });
  const found = await ask(shape, 'GET', `/customers/${encodeURIComponent(customerId)}`);
  const isGone =
    found.kind === 'refused' ? found.code === 'not_found' : found.kind === 'ok' && found.value.deleted;
  if (isGone) return { kind: 'ok', value: { isThere: false, card: null } };
  if (found.kind !== 'ok') return found;
  const wanted = cardId ?? found.value.default_card;
  if (!wanted) return { kind: 'ok', value: { isThere: true, card: null } };
  const read = await ask(cardShape, 'GET', cardPath(customerId, wanted));
  if (read.kind === 'ok') return { kind: 'ok', value: { isThere: true, card: toCard(read.value) } };
  return read.kind === 'refused' && read.code === 'not_found'
    ? { kind: 'ok', value: { isThere: true, card: null } }
    : read;
}

/** Whether the gateway still has a card; 'unavailable' if the gateway cannot be read. */
export async function hasCard(customerId: string, cardId: string): Promise<GatewayAnswer<boolean>> {
  const shape = z.object({ deleted: z.boolean().optional() });
  const answer = await ask(shape, 'GET', cardPath(customerId, cardId));
  if (answer.kind === 'refused') return answer.code === 'not_found' ? { kind: 'ok', value: false } : answer;
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.deleted !== true } : answer;
}

/** Deletes a card at the gateway. Also succeeds for a missing card. */
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

/** Whether the gateway reports a customer as missing or deleted; false if the gateway cannot be read. */
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

/** Deletes a customer and its cards at the gateway. Also succeeds for a missing customer. */
export async function deleteCustomer(customerId: string): Promise<GatewayAnswer<null>> {
  return gone(
    await ask(z.object({ id: z.string() }), 'DELETE', `/customers/${encodeURIComponent(customerId)}`),
  );
}

function gone(answer: GatewayAnswer<{ id: string }>): GatewayAnswer<null> {
  if (answer.kind === 'unavailable') return answer;
  return answer.kind === 'ok' || answer.code === 'not_found' ? { kind: 'ok', value: null } : answer;
}
