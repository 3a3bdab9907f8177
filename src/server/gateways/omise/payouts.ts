import { z } from 'zod';
import { dayOf, type Day } from '@/domain/day';
import { ask, type GatewayAnswer } from './calls';
import { readListPage, type ListCursor, type ListPage } from './lists';

const instant = z.string().transform((text) => new Date(text));

const movementShape = z.object({
  id: z.string(),
  key: z.string(),
  origin: z.string().nullish(),
  direction: z.enum(['credit', 'debit']),
  amount: z.number().int(),
  transferable_at: z.string(),
  created_at: z.string(),
});
type MovementObject = z.output<typeof movementShape>;

const feesShape = z.object({
  id: z.string(),
  amount: z.number().int(),
  fee: z.number().int(),
  fee_vat: z.number().int(),
  net: z.number().int(),
  transaction_fees: z.object({ fee_rate: z.string().nullish() }).nullish(),
  created_at: z.string(),
});
type FeesObject = z.output<typeof feesShape>;

const transferShape = z.object({
  id: z.string(),
  deleted: z.boolean().nullish(),
  amount: z.number().int(),
  fee: z.number().int(),
  fee_vat: z.number().int(),
  net: z.number().int(),
  failure_code: z.string().nullish(),
  split_transfer_group_id: z.string().nullish(),
  paid_at: z.string().nullish(),
  created_at: z.string(),
});

const receiptShape = z.object({
  id: z.string(),
  number: z.string(),
  issued_on: z.string(),
  charge_fee: z.number().int(),
  transaction_fee: z.number().int().nullish(),
  transfer_fee: z.number().int(),
  voided_fee: z.number().int().nullish(),
  subtotal: z.number().int(),
  vat: z.number().int(),
  wht: z.number().int().nullish(),
  total: z.number().int(),
  created_at: z.string(),
});

const balanceShape = z.object({ total: z.number().int(), created_at: instant });

/** A change of the balance. `charge`: what the charge of a capture says; null for others and for an unknown charge. */
export interface GatewayMovement {
  id: string;
  key: string;
  origin: string;
  /** Negative for a debit. */
  amount: number;
  createdAt: Date;
  transferableAt: Date;
  charge: { gross: number; fee: number; feeVat: number; net: number; feeRate: string | null } | null;
}

const toFees = ({ amount, fee, fee_vat, net, transaction_fees }: FeesObject): GatewayMovement['charge'] => ({
  gross: amount,
  fee,
  feeVat: fee_vat,
  net,
  feeRate: transaction_fees?.fee_rate ?? null,
});

const toMovement = (row: MovementObject, fees: FeesObject | undefined): GatewayMovement => ({
  id: row.id,
  key: row.key,
  origin: row.origin ?? row.id,
  amount: row.direction === 'debit' ? -row.amount : row.amount,
  createdAt: new Date(row.created_at),
  transferableAt: new Date(row.transferable_at),
  charge: fees ? toFees(fees) : null,
});

/** Most charges are paid when they are created, so that the list of charges of that time has them. */
const PAID_WITHIN_MS = 60_000;

/** Reads one page of the changes of the balance, oldest first, with the fees of its captured charges. */
export async function readMovementPage(
  cursor: ListCursor,
): Promise<GatewayAnswer<ListPage<GatewayMovement>>> {
  const page = await readListPage('/transactions', movementShape, cursor);
  if (page.kind !== 'ok') return page;
  const { rows, next } = page.value;
  const captured = rows.filter(
    ({ origin, direction }) => origin?.startsWith('chrg_') && direction === 'credit',
  );
  const fees = new Map<string, FeesObject>();
  const [first] = captured;
  if (first) {
    const from = new Date(new Date(first.created_at).getTime() - PAID_WITHIN_MS);
    const listed = await readListPage('/charges', feesShape, { from, offset: 0 });
    if (listed.kind !== 'ok') return listed;
    for (const charge of listed.value.rows) fees.set(charge.id, charge);
  }
  for (const { origin } of captured) {
    if (!origin || fees.has(origin)) continue;
    const charge = await ask(feesShape, 'GET', `/charges/${encodeURIComponent(origin)}`);
    if (charge.kind === 'ok') fees.set(origin, charge.value);
    else if (charge.kind === 'unavailable') return charge;
  }
  const moved = rows.map((row) => {
    const isCapture = row.direction === 'credit';
    return toMovement(row, isCapture ? fees.get(row.origin ?? '') : undefined);
  });
  return { kind: 'ok', value: { rows: moved, next } };
}

export interface GatewayTransfer {
  id: string;
  amount: number;
  fee: number;
  feeVat: number;
  net: number;
  failureCode: string | null;
  splitGroup: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

/** Reads one page of the transfers to the bank account, oldest first, without the deleted ones. */
export async function readTransferPage(
  cursor: ListCursor,
): Promise<GatewayAnswer<ListPage<GatewayTransfer>>> {
  const page = await readListPage('/transfers', transferShape, cursor);
  if (page.kind !== 'ok') return page;
  const rows = page.value.rows.flatMap((row) => {
    if (row.deleted) return [];
    const { id, amount, fee, fee_vat: feeVat, net, paid_at } = row;
    const failureCode = row.failure_code ?? null;
    const splitGroup = row.split_transfer_group_id ?? null;
    const [createdAt, paidAt] = [new Date(row.created_at), paid_at ? new Date(paid_at) : null];
    return [{ id, amount, fee, feeVat, net, failureCode, splitGroup, createdAt, paidAt }];
  });
  return { kind: 'ok', value: { rows, next: page.value.next } };
}

export interface GatewayReceipt {
  id: string;
  number: string;
  issuedOn: Day;
  chargeFee: number;
  transferFee: number;
  subtotal: number;
  vat: number;
  wht: number;
  total: number;
}

/** Reads one page of the gateway's tax invoices for its fees, oldest first. */
export async function readReceiptPage(cursor: ListCursor): Promise<GatewayAnswer<ListPage<GatewayReceipt>>> {
  const page = await readListPage('/receipts', receiptShape, cursor);
  if (page.kind !== 'ok') return page;
  const rows = page.value.rows.map((row) => ({
    id: row.id,
    number: row.number,
    issuedOn: dayOf(new Date(`${row.issued_on.slice(0, 10)}T00:00:00+07:00`)),
    chargeFee: row.charge_fee + (row.transaction_fee ?? 0) - (row.voided_fee ?? 0),
    transferFee: row.transfer_fee,
    subtotal: row.subtotal,
    vat: row.vat,
    wht: row.wht ?? 0,
    total: row.total,
  }));
  return { kind: 'ok', value: { rows, next: page.value.next } };
}

/** Reads the balance and its instant. */
export const fetchBalance = (): Promise<GatewayAnswer<{ total: number; created_at: Date }>> =>
  ask(balanceShape, 'GET', '/balance');
