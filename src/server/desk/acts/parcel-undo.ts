import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import superjson from 'superjson';
import { TAKE_BACK_MS } from '@/domain/parcel';
import { transaction } from '../../db';
import { orderAddresses, replacedParcels } from '../../db/schema';
import { withdrawMessages } from '../../lifecycle/outbox';
import { writeParcel } from '../../lifecycle/parcels';
import { seal, unseal } from '../../platform/sealed-text';
import { lockParcel } from '../../shop/parcels/contents';
import type { ParcelCase, Shipment } from '../../shop/parcels/report';
import { auditOperator, OperatorRefusal, type OperatorCtx } from './operator';

/** What an act on a parcel changed. */
interface Act {
  /** Its event in the audit. */
  what: string;
  before: ParcelCase;
  change: Partial<Shipment>;
  after: Shipment;
  messageKeys: string[];
  /** The number of the parcel that the act replaced. */
  replaced?: number;
  /** Whether the act removed the own address of the order. */
  isPlaceRemoved?: boolean;
}

interface Undo {
  orderId: string;
  what: string;
  by: string;
  at: Date;
  /** The columns that the act changed, as they were. */
  before: Partial<Shipment>;
  /** The parcel and its order after the act. */
  state: string;
  messageKeys: string[];
  replaced: number | null;
  place: ParcelCase['place'];
}

/** Returns a text that is the same for the same parcel, of an order in the same state. */
function stateOf(shipment: Shipment, { order, isOwed }: Pick<ParcelCase, 'order' | 'isOwed'>): string {
  const columns = Object.entries(shipment).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([columns, order.status, isOwed]))
    .digest('base64url');
}

/** Returns the sealed text by which the same member takes an act back. It is stored nowhere else. */
export function sealUndo({ now, operator }: OperatorCtx, act: Act): string {
  const { what, before: found, change, after, messageKeys, replaced = null, isPlaceRemoved = false } = act;
  const { shipment } = found;
  const changed = Object.keys(change) as (keyof Shipment)[];
  const undo: Undo = {
    orderId: shipment.orderId,
    what,
    by: operator,
    at: now,
    before: Object.fromEntries(changed.map((key) => [key, shipment[key]])),
    state: stateOf(after, found),
    messageKeys,
    replaced,
    place: isPlaceRemoved ? found.place : null,
  };
  return seal('taking back', superjson.stringify(undo));
}

/**
 * Takes the last act on a parcel back: the parcel is as before, and the message to the subscriber is not sent.
 * @param sealed the answer of the act
 * @throws OperatorRefusal after `TAKE_BACK_MS`, for another member, after a later change, and if the message was sent
 */
export async function takeBackParcel(ctx: OperatorCtx, sealed: string): Promise<{ orderId: string }> {
  const opened = unseal('taking back', sealed);
  if (!opened) throw new OperatorRefusal('undoUnknown');
  const { orderId, what, by, at, before, ...undo } = superjson.parse<Undo>(opened.text);
  if (by !== ctx.operator) throw new OperatorRefusal('undoOther');
  if (ctx.now.getTime() - at.getTime() > TAKE_BACK_MS) throw new OperatorRefusal('undoLate');
  await transaction(ctx.db, async (tx) => {
    const found = await lockParcel(tx, orderId);
    if (!found || stateOf(found.shipment, found) !== undo.state) throw new OperatorRefusal('undoChanged');
    const withdrawn = await withdrawMessages(tx, undo.messageKeys);
    if (withdrawn.length < undo.messageKeys.length) throw new OperatorRefusal('undoTold');
    await writeParcel(tx, ctx.now, { before: found.shipment, change: before, isTakenBack: true });
    if (undo.replaced !== null)
      await tx
        .delete(replacedParcels)
        .where(and(eq(replacedParcels.orderId, orderId), eq(replacedParcels.number, undo.replaced)));
    if (undo.place) await tx.insert(orderAddresses).values(undo.place);
    await auditOperator(tx, ctx, { subject: orderId, what: 'parcel.taken_back', detail: { act: what } });
  });
  return { orderId };
}
