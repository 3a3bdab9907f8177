import type { CardRecord, CustomerRecord, EventRecord, LinkedAccountRecord, TokenRecord } from './records';

export type Wire = Record<string, unknown>;

/** Formats an instant as ISO 8601 in UTC without fractions of a second, as the gateway does. */
export function iso(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function cardWire(card: CardRecord, location: string | null): Wire {
  return {
    object: 'card',
    id: card.id,
    livemode: false,
    location,
    deleted: false,
    street1: null,
    street2: null,
    city: card.city,
    state: null,
    phone_number: null,
    postal_code: card.postalCode,
    country: 'th',
    financing: card.financing,
    bank: 'Sandbox Bank',
    brand: card.brand,
    fingerprint: card.fingerprint,
    first_digits: null,
    last_digits: card.lastDigits,
    name: card.name,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    security_code_check: card.securityCodeCheck,
    tokenization_method: null,
    created_at: iso(card.createdAt),
  };
}

export const customerCardWire = (customerId: string, card: CardRecord): Wire =>
  cardWire(card, `/customers/${customerId}/cards/${card.id}`);

export function tokenWire(token: TokenRecord): Wire {
  return {
    object: 'token',
    id: token.id,
    livemode: false,
    location: `/tokens/${token.id}`,
    used: token.used,
    charge_status: 'unknown',
    card: cardWire(token.card, null),
    created_at: iso(token.createdAt),
  };
}

export interface Paging {
  limit: number;
  offset: number;
  order: 'chronological' | 'reverse_chronological';
  from: number;
  to: number;
}

export const FIRST_PAGE: Paging = { limit: 20, offset: 0, order: 'chronological', from: 0, to: Infinity };

export function listWire(data: Wire[], total: number, location: string, page: Paging, nowMs: number): Wire {
  return {
    object: 'list',
    data,
    limit: page.limit,
    offset: page.offset,
    total,
    location,
    order: page.order,
    from: iso(page.from),
    to: iso(Number.isFinite(page.to) ? page.to : nowMs),
  };
}

const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** Returns a linked account in the format of the API. @param pages base URL of the pages */
export function linkedAccountWire(account: LinkedAccountRecord, pages: string): Wire {
  return {
    object: 'linked_account',
    id: account.id,
    livemode: false,
    location: `/linked_accounts/${account.id}`,
    customer_id: account.customer,
    type: account.type,
    status: account.status,
    registration_uri: `${pages}/link/${account.id}`,
    return_uri: account.returnUri,
    last_digits: account.lastDigits,
    metadata: account.metadata,
    failure_code: account.failureCode,
    failure_message: account.failureCode,
    registered_at: isoOrNull(account.registeredAt),
    expires_at: iso(account.expiresAt),
    created_at: iso(account.createdAt),
  };
}

/** @param linked its linked accounts */
export function customerWire(customer: CustomerRecord, nowMs: number, linked: Wire[] = []): Wire {
  const cards = customer.cards.slice(0, FIRST_PAGE.limit).map((card) => customerCardWire(customer.id, card));
  const location = `/customers/${customer.id}`;
  return {
    object: 'customer',
    id: customer.id,
    livemode: false,
    location,
    deleted: false,
    metadata: customer.metadata,
    cards: listWire(cards, customer.cards.length, `${location}/cards`, FIRST_PAGE, nowMs),
    default_card: customer.defaultCard,
    linked_accounts: listWire(linked, linked.length, `${location}/linked_accounts`, FIRST_PAGE, nowMs),
    description: customer.description,
    email: customer.email,
    created_at: iso(customer.createdAt),
  };
}

export function eventWire(event: EventRecord): Wire {
  return {
    object: 'event',
    id: event.id,
    livemode: false,
    location: `/events/${event.id}`,
    webhook_deliveries: event.deliveries.map((delivery) => ({
      object: 'webhook_delivery',
      id: delivery.id,
      uri: delivery.uri,
      status: delivery.status,
      key: event.key,
      error: delivery.error,
      payload: null,
      created_at: iso(delivery.createdAt),
    })),
    data: event.data,
    key: event.key,
    created_at: iso(event.createdAt),
  };
}
