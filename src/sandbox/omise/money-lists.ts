import { fees, refundWire } from './charge-wire';
import { disputeWire } from './disputes-wire';
import type { Gateway } from './gateway';
import { cut, readPaging } from './lists';
import type { ChargeRecord } from './records';
import { notFound } from './refusal';
import { listWire, type Wire } from './wire';

export interface Dated {
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
export function page(gateway: Gateway, location: string, query: URLSearchParams, all: Dated[]): Wire {
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

/** A change of the balance. `amount` is negative for a debit. */
export interface Movement {
  id: string;
  key: string;
  origin: string;
  amount: number;
  at: number;
}

/** Returns what charges, refunds, disputes and reversals change on the balance. */
export const chargeMovements = (gateway: Gateway, stale = false): Movement[] =>
  chargesAsRead(gateway, stale).flatMap((charge) => [
    ...captured(charge),
    ...charge.refunds.map(({ id, transaction, amount, createdAt }) => ({
      id: transaction,
      key: 'refund.created.debit',
      origin: id,
      amount: -amount,
      at: createdAt,
    })),
    ...(charge.dispute ? disputeMovements(charge.dispute) : []),
  ]);

function captured(charge: ChargeRecord): Movement[] {
  const { id, transaction, paidAt, reversedAt, amount } = charge;
  if (paidAt === null || transaction === null) return [];
  const paid = {
    id: transaction,
    key: 'charge.captured.net',
    origin: id,
    amount: fees(charge).net,
    at: paidAt,
  };
  if (reversedAt === undefined) return [paid];
  const back = { id: `${transaction}r`, key: 'charge.reversed.debit', amount: -amount, at: reversedAt };
  return [paid, { ...back, origin: id }];
}

function disputeMovements(dispute: NonNullable<ChargeRecord['dispute']>): Movement[] {
  const { id, amount, status, createdAt, closedAt, withdrawnAt } = dispute;
  const number = id.split('_').at(-1) ?? '';
  const started = {
    id: `trxn_test_${number}s`,
    key: 'dispute.started.debit',
    origin: id,
    amount: -amount,
    at: createdAt,
  };
  const back = withdrawnAt ?? (status === 'won' ? (closedAt ?? createdAt) : null);
  if (back === null) return [started];
  const won = { id: `trxn_test_${number}w`, key: 'dispute.won.credit', origin: id, amount, at: back };
  return [started, won];
}
