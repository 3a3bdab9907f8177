import type { Agenda } from '../agenda';
import type { SandboxClock } from '../clock';
import type { Store, Table } from '../store';
import { emsNumber, flashNumber, planSteps, stepsMade, type Step } from './parcel-steps';

export interface ParcelItem {
  sku: string;
  quantity: number;
  price: number;
}

/** An order of the warehouse, with its parcel. */
export interface ParcelRecord {
  /** The number of the order as text, such as `501`. */
  id: string;
  number: number;
  mcNumber: string;
  orderNumber: string;
  name: string;
  address: string;
  postcode: string;
  phone: string;
  totalPrice: number;
  deliveryModeId: number;
  items: ParcelItem[];
  createdAt: number;
  steps: Step[];
  /** The number of steps for which the shop was notified. */
  told: number;
}

export const DELIVERY_MODES: Record<number, { code: string; name: string }> = {
  1: { code: 'FLASH', name: 'Flash Express' },
  3: { code: 'EMS', name: 'Thailand Post EMS' },
};

export const SKUS = [
  'day-pads',
  'light-day-pads',
  'night-pads',
  'night-pads-xl',
  'panty-liners',
  'starter-pack',
  'starter-pack-v2',
];

const STOCK = 1_000_000;
const FIRST_ID = 501;
/** Matches postcodes whose first two digits do not exist in Thailand. */
const NOWHERE = /^(0\d|19|28|29|59|68|69|78|79|87|88|89|97|98|99)/;

/** The reason for which the warehouse rejects an order, with one or several messages. */
export interface ParcelRefusal {
  code: string;
  messages: string[];
}

export interface Warehouse {
  parcels: Table<ParcelRecord>;
  stock: Table<{ id: string; left: number }>;
  clock: SandboxClock;
  pages: string;
  create(
    order: Omit<ParcelRecord, 'id' | 'number' | 'mcNumber' | 'createdAt' | 'steps' | 'told'>,
  ): ParcelRecord;
  /** Returns the reason for which the warehouse rejects an order, or null if it accepts the order. */
  refuse(order: { postcode: string; items: ParcelItem[] }): ParcelRefusal | null;
  stockOf(sku: string): number | null;
  find(idOrNumber: string): ParcelRecord | undefined;
  trackingNumberOf(parcel: ParcelRecord): string;
}

/**
 * Creates the warehouse and its couriers. The clock determines the status of each parcel.
 * @param onDue called with a parcel's id when the parcel reaches its next step
 */
export function createWarehouse(
  { store, clock, agenda, pages }: { store: Store; clock: SandboxClock; agenda: Agenda; pages: string },
  onDue: (id: string) => Promise<void>,
): Warehouse {
  let last = FIRST_ID - 1;
  const parcels = store.table<ParcelRecord>('mycloud_parcels', (record, before) => {
    const key = `parcel:${(record ?? before)?.id}`;
    agenda.remove(key);
    if (record === null) return;
    last = Math.max(last, record.number);
    const next = record.steps[record.told];
    if (next) agenda.set(key, next.at, () => onDue(record.id));
  });
  const stock = store.table<{ id: string; left: number }>('mycloud_stock');
  const stockOf = (sku: string) => (SKUS.includes(sku) ? (stock.get(sku)?.left ?? STOCK) : null);
  return {
    parcels,
    stock,
    clock,
    pages,
    stockOf,
    refuse: ({ postcode, items }) => {
      const unknown = items.filter(({ sku }) => stockOf(sku) === null);
      if (unknown.length > 0)
        return { code: 'PRODUCT_NOT_FOUND', messages: unknown.map(({ sku }) => `SKU ${sku} not found`) };
      if (!/^\d{5}$/.test(postcode) || NOWHERE.test(postcode))
        return { code: 'POSTCODE_NOT_SUPPORTED', messages: ['postcode is not supported'] };
      const short = items.filter(({ sku, quantity }) => (stockOf(sku) ?? 0) < quantity);
      if (short.length > 0)
        return { code: 'OUT_OF_STOCK', messages: short.map(({ sku }) => `${sku} is out of stock`) };
      return null;
    },
    create: (order) => {
      const number = last + 1;
      const at = clock.ms();
      for (const { sku, quantity } of order.items)
        stock.put({ id: sku, left: (stockOf(sku) ?? 0) - quantity });
      const day = new Date(at + 7 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '');
      const record: ParcelRecord = {
        ...order,
        id: String(number),
        number,
        mcNumber: `MC${day}${String(number).padStart(4, '0')}`,
        createdAt: at,
        steps: planSteps(at, number),
        told: 1,
      };
      parcels.put(record);
      return record;
    },
    find: (key) =>
      parcels.get(key) ??
      [...parcels.values()].find(({ orderNumber, mcNumber }) => orderNumber === key || mcNumber === key),
    trackingNumberOf: ({ number, deliveryModeId }) =>
      deliveryModeId === 1 ? flashNumber(number) : emsNumber(number),
  };
}

/** Returns the index of a parcel's current step. @param back the number of steps before the current step */
export function stepOf(parcel: ParcelRecord, now: number, back = 0): number {
  return Math.max(0, stepsMade(parcel.steps, now) - 1 - back);
}
