import { APP_TYPES } from './apps';
import { destroyCard, getCard, listCards, updateCard } from './cards';
import { CHARGE_LIMITS, readChargeOrder } from './charge-order';
import { createCharge, expireByApi, findCharge, getCharge, markAs } from './charges';
import { createCustomer, destroyCustomer, findCustomer, getCustomer, updateCustomer } from './customers';
import type { Gateway } from './gateway';
import { metadata, text } from './input';
import { cut, listCharges, readPaging, search } from './lists';
import { getDispute, listAllRefunds, listDisputes } from './money-lists';
import { getBalance, listReceipts, listTransactions, listTransfers } from './payouts';
import { createRefund, getRefund, listRefunds } from './refunds';
import {
  BANK_TYPES,
  createLinkedAccount,
  deleteLinkedAccount,
  getLinkedAccount,
  listLinkedAccounts,
} from './linked-accounts';
import { createSchedule, deleteSchedule, getSchedule, listSchedules } from './schedules';
import { createSource, getSource } from './sources';
import { createToken, getToken } from './tokens';
import { chargeWire } from './charge-wire';
import { customerWire, eventWire, linkedAccountWire, listWire, type Wire } from './wire';
import type { EventRecord } from './records';
import { notFound } from './refusal';

export interface RouteCall {
  gateway: Gateway;
  body: Record<string, unknown>;
  query: URLSearchParams;
  params: Record<string, string>;
  /** Whether the call must return the state before the last change. */
  stale: boolean;
}

export type Key = 'secret' | 'public' | 'any';

export interface Route {
  method: string;
  path: string;
  key: Key;
  run: (call: RouteCall) => Wire;
}

const route = (op: string, run: Route['run'], key: Key = 'secret'): Route => {
  const [method = '', path = ''] = op.split(' ');
  return { method, path, key, run };
};

const METHODS = [
  {
    name: 'card',
    card_brands: ['JCB', 'Visa', 'MasterCard', 'UnionPay', 'American Express', 'Diners Club', 'Discover'],
  },
  { name: 'promptpay', card_brands: null },
];

function capability({ gateway }: RouteCall): Wire {
  const types = [...APP_TYPES, ...BANK_TYPES].filter((type) => !gateway.settings.appsOff.includes(type));
  return {
    object: 'capability',
    location: '/capability',
    country: 'TH',
    banks: ['bbl', 'kbank', 'ktb', 'scb', 'bay'],
    limits: {
      charge_amount: CHARGE_LIMITS,
      transfer_amount: { min: 3_000, max: 50_000_000 },
      installment_amount: { min: 200_000 },
    },
    payment_methods: [...METHODS, ...types.map((name) => ({ name, card_brands: null }))].map((method) => ({
      object: 'payment_method',
      ...method,
      currencies: ['THB'],
      banks: null,
      installment_terms: null,
    })),
    tokenization_methods: [],
    zero_interest_installments: false,
  };
}

function patchCharge({ gateway, params, body }: RouteCall): Wire {
  const old = findCharge(gateway, params.id ?? '');
  const description = text(body, 'description') ?? old.description;
  gateway.charges.put({ ...old, description, metadata: metadata(body) ?? old.metadata });
  gateway.emit('charge.update', { kind: 'charge', id: old.id, parent: null });
  return getCharge(gateway, old.id);
}

function listCustomers({ gateway, query }: RouteCall): Wire {
  const page = readPaging(query);
  const nowMs = gateway.clock.ms();
  const all = [...gateway.customers.values()].filter(
    (customer) => customer.createdAt >= page.from && customer.createdAt <= page.to,
  );
  const data = cut(all, page).map((customer) => customerWire(customer, nowMs));
  return listWire(data, all.length, '/customers', page, nowMs);
}

function oldOrNew({ gateway, params, stale }: RouteCall): Wire {
  const id = params.id ?? '';
  const before = stale ? gateway.customers.before(id) : undefined;
  return before
    ? customerWire(before, gateway.clock.ms())
    : getCustomer(gateway, findCustomer(gateway, id).id);
}

const wireOf = (gateway: Gateway, charge: Parameters<typeof chargeWire>[0]) =>
  chargeWire(charge, gateway.bases, gateway.clock.ms());

const p = (call: RouteCall, name: string): string => call.params[name] ?? '';

export const VAULT_ROUTES: Route[] = [
  route('POST /tokens', ({ gateway, body }) => createToken(gateway, body), 'public'),
  route('GET /tokens/{id}', (c) => getToken(c.gateway, p(c, 'id')), 'public'),
];

export const API_ROUTES: Route[] = [
  route('POST /charges', ({ gateway, body }) =>
    wireOf(gateway, createCharge(gateway, readChargeOrder(gateway, body))),
  ),
  route('GET /charges', ({ gateway, query, stale }) => listCharges(gateway, query, stale)),
  route('GET /charges/{id}', (c) => getCharge(c.gateway, p(c, 'id'), c.stale)),
  route('PATCH /charges/{id}', patchCharge),
  route('POST /charges/{id}/expire', (c) => wireOf(c.gateway, expireByApi(c.gateway, p(c, 'id')))),
  route('POST /charges/{id}/mark_as_paid', (c) => wireOf(c.gateway, markAs(c.gateway, p(c, 'id'), 'paid'))),
  route('POST /charges/{id}/mark_as_failed', (c) =>
    wireOf(c.gateway, markAs(c.gateway, p(c, 'id'), 'failed')),
  ),
  route('POST /charges/{id}/refunds', (c) => createRefund(c.gateway, p(c, 'id'), c.body)),
  route('GET /charges/{id}/refunds', (c) => listRefunds(c.gateway, p(c, 'id'), c.query, c.stale)),
  route('GET /charges/{id}/refunds/{refund}', (c) =>
    getRefund(c.gateway, p(c, 'id'), p(c, 'refund'), c.stale),
  ),
  route('GET /charges/{id}/events', (c) => listChargeEvents(c.gateway, p(c, 'id'), c.query)),
  route('GET /refunds', ({ gateway, query, stale }) => listAllRefunds(gateway, query, stale)),
  route('GET /disputes', ({ gateway, query, stale }) => listDisputes(gateway, query, stale)),
  route('GET /disputes/{id}', (c) => getDispute(c.gateway, p(c, 'id'), c.stale)),
  route('GET /transactions', ({ gateway, query, stale }) => listTransactions(gateway, query, stale)),
  route('GET /transfers', ({ gateway, query }) => listTransfers(gateway, query)),
  route('GET /receipts', ({ gateway, query }) => listReceipts(gateway, query)),
  route('GET /balance', ({ gateway }) => getBalance(gateway)),
  route('POST /customers', ({ gateway, body }) => createCustomer(gateway, body)),
  route('GET /customers', listCustomers),
  route('GET /customers/{id}', oldOrNew),
  route('PATCH /customers/{id}', (c) => updateCustomer(c.gateway, p(c, 'id'), c.body)),
  route('DELETE /customers/{id}', (c) => destroyCustomer(c.gateway, p(c, 'id'))),
  route('GET /customers/{id}/cards', (c) => listCards(c.gateway, p(c, 'id'), c.query)),
  route('GET /customers/{id}/cards/{card}', (c) => getCard(c.gateway, p(c, 'id'), p(c, 'card'))),
  route('PATCH /customers/{id}/cards/{card}', (c) => updateCard(c.gateway, p(c, 'id'), p(c, 'card'), c.body)),
  route('DELETE /customers/{id}/cards/{card}', (c) => destroyCard(c.gateway, p(c, 'id'), p(c, 'card'))),
  route('GET /customers/{id}/schedules', (c) => listSchedules(c.gateway, p(c, 'id'), c.query)),
  route('POST /schedules', ({ gateway, body }) => createSchedule(gateway, body)),
  route('GET /schedules/{id}', (c) => getSchedule(c.gateway, p(c, 'id'))),
  route('DELETE /schedules/{id}', (c) => deleteSchedule(c.gateway, p(c, 'id'))),
  route('POST /sources', ({ gateway, body }) => createSource(gateway, body), 'any'),
  route('GET /sources/{id}', (c) => getSource(c.gateway, p(c, 'id')), 'any'),
  route('POST /linked_accounts', ({ gateway, body }) => createLinkedAccount(gateway, body)),
  route('GET /linked_accounts', ({ gateway, query }) => listLinkedAccounts(gateway, query)),
  route('GET /linked_accounts/{id}', (c) => getLinkedAccount(c.gateway, p(c, 'id'))),
  route('DELETE /linked_accounts/{id}', (c) =>
    linkedAccountWire(deleteLinkedAccount(c.gateway, p(c, 'id')), c.gateway.bases.pages),
  ),
  route('GET /events', ({ gateway, query }) => listEvents(gateway, query)),
  route('GET /events/{id}', (c) => getEvent(c.gateway, p(c, 'id'))),
  route('GET /search', ({ gateway, query }) => search(gateway, query)),
  route('GET /capability', capability, 'any'),
];

function page(gateway: Gateway, all: EventRecord[], location: string, query: URLSearchParams): Wire {
  const paging = readPaging(query);
  const inTime = all.filter((event) => event.createdAt >= paging.from && event.createdAt <= paging.to);
  return listWire(cut(inTime, paging).map(eventWire), inTime.length, location, paging, gateway.clock.ms());
}

function getEvent(gateway: Gateway, id: string): Wire {
  const event = gateway.events.get(id);
  if (event === undefined) throw notFound('event', id);
  return eventWire(event);
}

function listEvents(gateway: Gateway, query: URLSearchParams): Wire {
  return page(gateway, [...gateway.events.values()], '/events', query);
}

function listChargeEvents(gateway: Gateway, chargeId: string, query: URLSearchParams): Wire {
  findCharge(gateway, chargeId);
  const own = [...gateway.events.values()].filter((event) => event.chargeId === chargeId);
  return page(gateway, own, `/charges/${chargeId}/events`, query);
}
