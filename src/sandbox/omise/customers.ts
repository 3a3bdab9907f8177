import type { Gateway } from './gateway';
import { metadata, text } from './input';
import { attachLinkedAccount, deleteLinkedAccountsOf } from './linked-accounts';
import type { CustomerRecord } from './records';
import { badRequest, notFound } from './refusal';
import { spendToken } from './tokens';
import { customerWire, linkedAccountWire, type Wire } from './wire';

type Body = Record<string, unknown>;

/** Returns a customer. @throws Refusal `not_found`, also for a deleted customer */
export function findCustomer(gateway: Gateway, id: string): CustomerRecord {
  const customer = gateway.customers.get(id);
  if (customer === undefined) throw notFound('customer', id);
  return customer;
}

function emailOf(body: Body): string | null {
  const email = text(body, 'email');
  if (email !== null && !/^\S+@\S+\.\S+$/.test(email)) {
    throw badRequest('bad_request', 'email is in invalid format');
  }
  return email;
}

/** Adds the card of a token to a customer. The first card becomes the default card. */
function withCard(gateway: Gateway, customer: CustomerRecord, tokenId: string): CustomerRecord {
  const card = spendToken(gateway, tokenId);
  return { ...customer, cards: [...customer.cards, card], defaultCard: customer.defaultCard ?? card.id };
}

export function createCustomer(gateway: Gateway, body: Body): Wire {
  const id = gateway.newId('cust');
  const blank: CustomerRecord = {
    id,
    email: emailOf(body),
    description: text(body, 'description'),
    metadata: metadata(body) ?? {},
    cards: [],
    defaultCard: null,
    createdAt: gateway.clock.ms(),
  };
  const tokenId = text(body, 'card');
  const customer = tokenId === null ? blank : withCard(gateway, blank, tokenId);
  gateway.customers.put(customer);
  gateway.emit('customer.create', { kind: 'customer', id, parent: null });
  return customerWire(customer, gateway.clock.ms());
}

export function getCustomer(gateway: Gateway, id: string): Wire {
  const linked = [...gateway.linkedAccounts.values()].filter(({ customer }) => customer === id);
  const wires = linked.map((account) => linkedAccountWire(account, gateway.bases.pages));
  return customerWire(findCustomer(gateway, id), gateway.clock.ms(), wires);
}

/** Handles `PATCH /customers/{id}`. Appends a new card. Only the field `default_card` changes the default card. */
export function updateCustomer(gateway: Gateway, id: string, body: Body): Wire {
  const old = findCustomer(gateway, id);
  const changed: CustomerRecord = {
    ...old,
    email: emailOf(body) ?? old.email,
    description: text(body, 'description') ?? old.description,
    metadata: metadata(body) ?? old.metadata,
  };
  const tokenId = text(body, 'card');
  const wanted = text(body, 'default_card');
  const linkedId = text(body, 'linked_account');
  if (linkedId !== null) attachLinkedAccount(gateway, id, linkedId);
  if (wanted !== null && !changed.cards.some((card) => card.id === wanted)) throw notFound('card', wanted);
  const extended = tokenId === null ? changed : withCard(gateway, changed, tokenId);
  const customer = wanted === null ? extended : { ...extended, defaultCard: wanted };
  gateway.customers.put(customer);
  gateway.emit(tokenId === null ? 'customer.update' : 'customer.update.card', {
    kind: 'customer',
    id,
    parent: null,
  });
  return getCustomer(gateway, id);
}

export function destroyCustomer(gateway: Gateway, id: string): Wire {
  findCustomer(gateway, id);
  gateway.customers.remove(id);
  deleteLinkedAccountsOf(gateway, id);
  gateway.emit('customer.destroy', { kind: 'customer', id, parent: null });
  return { object: 'customer', id, livemode: false, location: `/customers/${id}`, deleted: true };
}
