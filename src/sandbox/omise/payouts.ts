import { fees } from './charge-wire';
import type { Gateway } from './gateway';
import { chargeMovements, page, type Movement } from './money-lists';
import type { TransferRecord } from './records';
import { iso, type Wire } from './wire';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BANGKOK_OFFSET_MS = 7 * HOUR_MS;
/** The hour in Bangkok at which the balance is transferred, and that at which the bank has it on its next day. */
const SENT_HOUR = 6;
const PAID_HOUR = 10;
const LATE_DAYS = 6;
const RETURNED_DAYS = 2;
/** A payment can be transferred a day after it was made. */
const HELD_MS = DAY_MS;
const AMOUNT_MIN = 3_000;
/** The fee of a transfer with its VAT, in satang, below 2,000,000 baht and from there on. */
const SMALL = { fee: 28_04, feeVat: 1_96 };
const LARGE = { fee: 140_19, feeVat: 9_81 };
const LARGE_FROM = 2_000_000_00;

const bangkokDay = (ms: number) => Math.floor((ms + BANGKOK_OFFSET_MS) / DAY_MS);
/** Returns an instant on a day that is counted from 1970 on. */
const hourOf = (day: number, hour: number) => day * DAY_MS + hour * HOUR_MS - BANGKOK_OFFSET_MS;
// Day 0 was a Thursday.
const isBankDay = (day: number) => ![2, 3].includes(day % 7);
const nextBankDay = (day: number): number => (isBankDay(day + 1) ? day + 1 : nextBankDay(day + 1));

const transferableAt = ({ amount, at, key }: Movement) =>
  amount > 0 && key.startsWith('charge.') ? at + HELD_MS : at;

function transferMovements(gateway: Gateway): Movement[] {
  return [...gateway.transfers.values()].flatMap(({ id, amount, createdAt, returnedAt }) => {
    const number = id.split('_').at(-1) ?? '';
    const sent = {
      id: `trxn_test_${number}t`,
      key: 'transfer.created.debit',
      origin: id,
      amount: -amount,
      at: createdAt,
    };
    if (returnedAt === null || returnedAt > gateway.clock.ms()) return [sent];
    const back = { key: 'transfer.failed.credit', origin: id, amount, at: returnedAt };
    return [sent, { id: `trxn_test_${number}b`, ...back }];
  });
}

const sum = (movements: readonly Movement[]) => movements.reduce((total, { amount }) => total + amount, 0);

/** Makes the transfers of the bank days since the last call: each transfers what can be transferred. */
export function makePayouts(gateway: Gateway): void {
  const now = gateway.clock.ms();
  const since = gateway.payoutsMade.get('last')?.at ?? gateway.chargeOrder[0]?.createdAt;
  if (since === undefined || bangkokDay(now) < bangkokDay(since)) return;
  const days: number[] = [];
  for (let day = bangkokDay(since); hourOf(day, SENT_HOUR) <= now; day += 1)
    if (isBankDay(day) && hourOf(day, SENT_HOUR) > since) days.push(day);
  if (days.length === 0) return;
  const charged = chargeMovements(gateway);
  for (const day of days) {
    const at = hourOf(day, SENT_HOUR);
    const returned = [...gateway.transfers.values()].filter(
      ({ returnedAt }) => returnedAt !== null && returnedAt <= at,
    );
    const available =
      sum(charged.filter((one) => transferableAt(one) <= at)) +
      [...gateway.transfers.values()].reduce((total, { amount }) => total - amount, 0) +
      returned.reduce((total, { amount }) => total + amount, 0);
    if (available >= AMOUNT_MIN) transfer(gateway, day, available);
  }
  gateway.payoutsMade.put({ id: 'last', at: now });
}

function transfer(gateway: Gateway, day: number, amount: number): void {
  const fault = gateway.settings.payoutFaults.shift();
  const half = Math.floor(amount / 2);
  const parts = fault === 'split' && half >= AMOUNT_MIN ? [half, amount - half] : [amount];
  const group = parts.length > 1 ? gateway.newId('group') : null;
  for (const part of parts) {
    const usual = part < LARGE_FROM ? SMALL : LARGE;
    const fee = usual.fee + (fault === 'fee' ? 1 : 0);
    const arrivesOn = nextBankDay(fault === 'late' ? day + LATE_DAYS : day);
    gateway.transfers.put({
      id: gateway.newId('trsf'),
      amount: part,
      fee,
      feeVat: usual.feeVat,
      arrives: part - fee - usual.feeVat - (fault === 'short' ? 1 : 0),
      group,
      createdAt: hourOf(day, SENT_HOUR),
      paidAt: fault === 'failed' ? null : hourOf(arrivesOn, PAID_HOUR),
      returnedAt: fault === 'failed' ? hourOf(day + RETURNED_DAYS, PAID_HOUR) : null,
    });
  }
}

/** Returns the transfers that the bank has, with the amounts on its statement. */
export function arrivedPayouts(gateway: Gateway): { id: string; amount: number; at: number }[] {
  makePayouts(gateway);
  return [...gateway.transfers.values()].flatMap(({ id, arrives, paidAt }) =>
    paidAt !== null && paidAt <= gateway.clock.ms() ? [{ id, amount: arrives, at: paidAt }] : [],
  );
}

/** Handles `GET /transactions`: all changes of the balance. */
export function listTransactions(gateway: Gateway, query: URLSearchParams, stale: boolean): Wire {
  makePayouts(gateway);
  const all = [...chargeMovements(gateway, stale), ...transferMovements(gateway)].map((movement) => {
    const { id, key, origin, amount, at } = movement;
    const wire = {
      object: 'transaction',
      id,
      livemode: false,
      location: `/transactions/${id}`,
      currency: 'THB',
      amount: Math.abs(amount),
      direction: amount < 0 ? 'debit' : 'credit',
      key,
      origin,
      transferable_at: iso(transferableAt(movement)),
      created_at: iso(at),
    };
    return { at, wire };
  });
  return page(gateway, '/transactions', query, all);
}

/** Handles `GET /transfers`. */
export function listTransfers(gateway: Gateway, query: URLSearchParams): Wire {
  makePayouts(gateway);
  const all = [...gateway.transfers.values()].map((one) => ({
    at: one.createdAt,
    wire: transferWire(one, gateway.clock.ms()),
  }));
  return page(gateway, '/transfers', query, all);
}

function transferWire(transfer: TransferRecord, now: number): Wire {
  const { id, amount, fee, feeVat, createdAt, paidAt, returnedAt, group } = transfer;
  const isPaid = paidAt !== null && paidAt <= now;
  const isFailed = returnedAt !== null && returnedAt <= now;
  return {
    object: 'transfer',
    id,
    livemode: false,
    location: `/transfers/${id}`,
    deleted: false,
    fail_fast: true,
    sent: true,
    sendable: false,
    paid: isPaid,
    currency: 'THB',
    amount,
    fee,
    fee_vat: feeVat,
    total_fee: fee + feeVat,
    net: amount - fee - feeVat,
    metadata: {},
    failure_code: isFailed ? 'transfer_failed' : null,
    failure_message: isFailed ? 'the transfer failed' : null,
    sent_at: iso(createdAt),
    paid_at: isPaid ? iso(paidAt) : null,
    split_transfer_group_id: group,
    created_at: iso(createdAt),
  };
}

/** Handles `GET /receipts`: the gateway's tax invoice for the fees of each month that has ended. */
export function listReceipts(gateway: Gateway, query: URLSearchParams): Wire {
  makePayouts(gateway);
  const monthOf = (ms: number) => new Date(ms + BANGKOK_OFFSET_MS).toISOString().slice(0, 7);
  const months = new Map<string, { charge: number; transfer: number; vat: number }>();
  const add = (ms: number, kind: 'charge' | 'transfer', fee: number, vat: number) => {
    const month = months.get(monthOf(ms)) ?? { charge: 0, transfer: 0, vat: 0 };
    months.set(monthOf(ms), { ...month, [kind]: month[kind] + fee, vat: month.vat + vat });
  };
  for (const charge of gateway.charges.values())
    if (charge.paidAt !== null) add(charge.paidAt, 'charge', fees(charge).fee, fees(charge).fee_vat);
  for (const one of gateway.transfers.values()) {
    add(one.createdAt, 'transfer', one.fee, one.feeVat);
    const isBack = one.returnedAt !== null && one.returnedAt <= gateway.clock.ms();
    if (isBack) add(one.returnedAt ?? 0, 'transfer', -one.fee, -one.feeVat);
  }
  const all = [...months]
    .filter(([month]) => month < monthOf(gateway.clock.ms()))
    .map(([month, fee]) => receipt(month, fee));
  return page(gateway, '/receipts', query, all);
}

function receipt(month: string, fee: { charge: number; transfer: number; vat: number }) {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const at = Date.UTC(year, number, 1) - BANGKOK_OFFSET_MS;
  const subtotal = fee.charge + fee.transfer;
  const wire = {
    object: 'receipt',
    id: `rcpt_test_${month.replace('-', '')}`,
    livemode: false,
    number: `OMTH${month.replace('-', '')}001`,
    issued_on: new Date(at + BANGKOK_OFFSET_MS).toISOString().slice(0, 10),
    credit_note: false,
    currency: 'THB',
    charge_fee: fee.charge,
    transaction_fee: 0,
    transfer_fee: fee.transfer,
    voided_fee: 0,
    subtotal,
    vat: fee.vat,
    wht: 0,
    total: subtotal + fee.vat,
    created_at: iso(at),
  };
  return { at, wire };
}

/** Handles `GET /balance`. */
export function getBalance(gateway: Gateway): Wire {
  makePayouts(gateway);
  const all = [...chargeMovements(gateway), ...transferMovements(gateway)];
  const now = gateway.clock.ms();
  return {
    object: 'balance',
    livemode: false,
    location: '/balance',
    currency: 'THB',
    total: sum(all),
    transferable: sum(all.filter((one) => transferableAt(one) <= now)),
    reserve: 0,
    on_hold: 0,
    created_at: iso(now),
  };
}
