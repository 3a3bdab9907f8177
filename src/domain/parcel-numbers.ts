import { fitsCourier, isTrackingNumber, plainTrackingNumber } from './parcel';
import type { ShipmentStatus } from './order';

/** A line of a courier's file with the number of an order, the courier and the tracking number. */
export interface NumberLine {
  /** The number of the line in the file, from 1. */
  at: number;
  /** The id or the number of the order; null for another text. */
  order: string | number | null;
  courier: string;
  trackingNumber: string;
}

/** The parcel of an order as it is now. */
export interface NumberedParcel {
  orderId: string;
  orderNumber: number;
  status: ShipmentStatus;
  /** Whether fulfilment has the parcel: a second one would leave. */
  isHeld: boolean;
  isDisputed: boolean;
  /** Whether the order is paid and not refunded. */
  isOwed: boolean;
}

export const NUMBER_FAULTS = [
  'incomplete',
  'noParcel',
  'spoiled',
  'otherForm',
  'sameOrder',
  'sameNumber',
  'sent',
  'held',
  'disputed',
  'cancelled',
] as const;
export type NumberFault = (typeof NUMBER_FAULTS)[number];

/** `other`: the line with the same order or the same tracking number. */
export interface CheckedLine<Parcel extends NumberedParcel> {
  line: NumberLine;
  parcel: Parcel | null;
  fault: { kind: NumberFault; other?: number } | null;
}

/** Checks the lines of a courier's file before anything happens. Of two equal lines, the second is at fault. */
export function checkNumbers<Parcel extends NumberedParcel>(
  lines: readonly NumberLine[],
  parcels: readonly Parcel[],
): CheckedLine<Parcel>[] {
  const found = new Map<string | number, Parcel>(
    parcels.flatMap((parcel) => [
      [parcel.orderId, parcel],
      [parcel.orderNumber, parcel],
    ]),
  );
  const [orders, numbers] = [new Map<string, number>(), new Map<string, number>()];
  return lines.map((line) => {
    const parcel = line.order === null ? null : (found.get(line.order) ?? null);
    const number = plainTrackingNumber(line.trackingNumber);
    const [sameOrder, sameNumber] = [parcel && orders.get(parcel.orderId), numbers.get(number)];
    if (parcel && sameOrder === undefined) orders.set(parcel.orderId, line.at);
    if (number !== '' && sameNumber === undefined) numbers.set(number, line.at);
    const kind = faultOf(line, parcel);
    if (kind) return { line, parcel, fault: { kind } };
    if (sameOrder) return { line, parcel, fault: { kind: 'sameOrder', other: sameOrder } };
    if (sameNumber) return { line, parcel, fault: { kind: 'sameNumber', other: sameNumber } };
    return { line, parcel, fault: null };
  });
}

function faultOf(line: NumberLine, parcel: NumberedParcel | null): NumberFault | null {
  if (line.order === null || line.courier === '' || line.trackingNumber === '') return 'incomplete';
  if (!parcel) return 'noParcel';
  if (!isTrackingNumber(line.trackingNumber)) return 'spoiled';
  if (!fitsCourier(line.courier, line.trackingNumber)) return 'otherForm';
  if (!parcel.isOwed) return 'cancelled';
  if (parcel.status === 'shipped' || parcel.status === 'delivered') return 'sent';
  if (parcel.isDisputed) return 'disputed';
  return parcel.isHeld ? 'held' : null;
}
