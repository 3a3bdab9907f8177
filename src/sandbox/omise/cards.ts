import { findCustomer } from './customers';
import type { Gateway } from './gateway';
import { text, whole } from './input';
import { cut, readPaging } from './lists';
import type { CardRecord, CustomerRecord } from './records';
import { badRequest, notFound } from './refusal';
import { checkExpiry } from './tokens';
import { customerCardWire, listWire, type Wire } from './wire';

type Body = Record<string, unknown>;

/** Returns a card of a customer. @throws Refusal `not_found` */
export function findCard(customer: CustomerRecord, cardId: string): CardRecord {
  const card = customer.cards.find((one) => one.id === cardId);
  if (card === undefined) throw notFound('card', cardId);
  return card;
}

export function getCard(gateway: Gateway, customerId: string, cardId: string): Wire {
  return customerCardWire(customerId, findCard(findCustomer(gateway, customerId), cardId));
}

export function listCards(gateway: Gateway, customerId: string, query: URLSearchParams): Wire {
  const customer = findCustomer(gateway, customerId);
  const page = readPaging(query);
  const inTime = customer.cards.filter((card) => card.createdAt >= page.from && card.createdAt <= page.to);
  const data = cut(inTime, page).map((card) => customerCardWire(customerId, card));
  return listWire(data, inTime.length, `/customers/${customerId}/cards`, page, gateway.clock.ms());
}

/** Changes the name, address or expiry of a card. Its number and security code cannot change. */
export function updateCard(gateway: Gateway, customerId: string, cardId: string, body: Body): Wire {
  const customer = findCustomer(gateway, customerId);
  const old = findCard(customer, cardId);
  const card: CardRecord = {
    ...old,
    name: text(body, 'name') ?? old.name,
    expirationMonth: whole(body, 'expiration_month') ?? old.expirationMonth,
    expirationYear: whole(body, 'expiration_year') ?? old.expirationYear,
    city: text(body, 'city') ?? old.city,
    postalCode: text(body, 'postal_code') ?? old.postalCode,
  };
  const problems = checkExpiry(
    { month: card.expirationMonth, year: card.expirationYear },
    gateway.clock.ms(),
  );
  if (problems.length > 0) throw badRequest('invalid_card', problems.join(', '));
  gateway.customers.put({
    ...customer,
    cards: customer.cards.map((one) => (one.id === cardId ? card : one)),
  });
  gateway.emit('card.update', { kind: 'card', id: cardId, parent: customerId });
  return customerCardWire(customerId, card);
}

/** Deletes a card. If it was the default card, the newest remaining card becomes the default card. */
export function destroyCard(gateway: Gateway, customerId: string, cardId: string): Wire {
  const customer = findCustomer(gateway, customerId);
  const card = findCard(customer, cardId);
  const cards = customer.cards.filter((one) => one.id !== cardId);
  const defaultCard = customer.defaultCard === cardId ? (cards.at(-1)?.id ?? null) : customer.defaultCard;
  gateway.customers.put({ ...customer, cards, defaultCard });
  gateway.emit('card.destroy', { kind: 'card', id: cardId, parent: customerId });
  return { ...customerCardWire(customerId, card), deleted: true };
}
