import { chargeWire, refundWire } from './charge-wire';
import { disputeWire } from './disputes-wire';
import type { Gateway } from './gateway';
import { cut, readPaging } from './lists';
import type { ChargeRecord } from './records';
import { notFound } from './refusal';
import { iso, listWire, type Wire } from './wire';

interface Dated {
  at: number;
  wire: Wire;
}

/** Returns the charges as a read shows them. @param stale leaves out the last change */
function chargesAsRead(gateway: Gateway, stale: boolean): ChargeRecord[] {
  return [...gateway.charges.values()].flatMap((charge) => {
    const isStale = stale && charge.id === gateway.lastChanged();
    return (isStale ? gateway.charges.before(charge.id) : charge) ?? [];
  });
}

/** Returns the page of a list by the dates of its own objects. */
function page(gateway: Gateway, location: string, query: URLSearchParams, all: Dated[]): Wire {
  const paging = readPaging(query);
  // The instant `to` has whole seconds, so that its complete second is included.
  const found = all
    .filter(({ at }) => at >= paging.from && at < paging.to + 1000)
    .sort((a, b) => a.at - b.at);
  const data = cut(found, paging).map(({ wire }) => wire);
  return listWire(data, found.length, location, paging, gateway.clock.ms());
}

/** Handles `GET /refunds`: the refunds of all charges. */
export function listAllRefunds(gateway: Gateway, query: URLSearchParams, stale: boolean): Wire {
  const all = chargesAsRead(gateway, stale).flatMap(({ id, refunds }) =>
    refunds.map((refund) => ({ at: refund.createdAt, wire: refundWire(refund, id) })),
  );
  return page(gateway, '/refunds', query, all);
}

function disputesAsRead(gateway: Gateway, stale: boolean): Dated[] {
  return chargesAsRead(gateway, stale).flatMap(({ id, dispute }) =>
    dispute ? [{ at: dispute.createdAt, wire: disputeWire(dispute, id) }] : [],
  );
}

/** Handles `GET /disputes`. */
export function listDisputes(gateway: Gateway, query: URLSearchParams, stale: boolean): Wire {
  return page(gateway, '/disputes', query, disputesAsRead(gateway, stale));
}

/** Handles `GET /disputes/{id}`. */
export function getDispute(gateway: Gateway, id: string, stale: boolean): Wire {
  const found = disputesAsRead(gateway, stale).find(({ wire }) => wire.id === id);
  if (!found) throw notFound('dispute', id);
  return found.wire;
}

/** Handles `GET /transactions`: the movements of the balance that charges, refunds and disputes cause. */
export function listTransactions(gateway: Gateway, query: URLSearchParams, stale: boolean): Wire {
  const all = chargesAsRead(gateway, stale).flatMap((charge) => movementsOf(gateway, charge));
  return page(gateway, '/transactions', query, all);
}

function movementsOf(gateway: Gateway, charge: ChargeRecord): Dated[] {
  const { id, transaction, paidAt, refunds, dispute } = charge;
  const net = Number(chargeWire(charge, gateway.bases, gateway.clock.ms()).net);
  const captured =
    paidAt !== null && transaction !== null
      ? [movement({ id: transaction, key: 'charge.captured.net', origin: id, amount: net, at: paidAt })]
      : [];
  const refunded = refunds.map((refund) =>
    movement({
      id: refund.transaction,
      key: 'refund.created.debit',
      origin: refund.id,
      amount: refund.amount,
      at: refund.createdAt,
    }),
  );
  const disputed = dispute ? disputeMovements(dispute) : [];
  return [...captured, ...refunded, ...disputed];
}

function disputeMovements({
  id,
  amount,
  status,
  createdAt,
  closedAt,
}: NonNullable<ChargeRecord['dispute']>): Dated[] {
  const number = id.split('_').at(-1) ?? '';
  const of = { origin: id, amount };
  const started = { id: `trxn_test_${number}s`, key: 'dispute.started.debit', at: createdAt };
  const won = { id: `trxn_test_${number}w`, key: 'dispute.won.credit', at: closedAt ?? createdAt };
  return [movement({ ...of, ...started }), ...(status === 'won' ? [movement({ ...of, ...won })] : [])];
}

function movement({
  id,
  key,
  origin,
  amount,
  at,
}: {
  id: string;
  key: string;
  origin: string;
  amount: number;
  at: number;
}): Dated {
  const wire = {
    object: 'transaction',
    id,
    livemode: false,
    location: `/transactions/${id}`,
    currency: 'THB',
    amount,
    direction: key.endsWith('.debit') ? 'debit' : 'credit',
    key,
    origin,
    transferable_at: iso(at),
    created_at: iso(at),
  };
  return { at, wire };
}
