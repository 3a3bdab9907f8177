import { readShopState, type ShopState } from '../acts/stuck';
import { settings } from '@/settings/settings';
import type { OperatorCtx } from '../acts/operator';
import { readFlag, type Flag } from '../../platform/flags';

export interface Operation extends ShopState {
  incident: { on: boolean; text: { en: string; th: string } | null };
  maintenance: boolean;
  /** The circuit breakers; null before the first failed call. */
  circuits: { cardGateway: Flag<'cardGateway'> | null; fulfilment: Flag<'fulfilment'> | null };
}

/** Returns the switches of the shop and the results of its checks. */
export async function readOperation(ctx: OperatorCtx): Promise<Operation> {
  const { db } = ctx;
  const [state, incident, maintenance, cardGateway, fulfilment] = await Promise.all([
    readShopState(ctx),
    readFlag(db, 'incident'),
    readFlag(db, 'maintenance'),
    readFlag(db, 'cardGateway'),
    readFlag(db, 'fulfilment'),
  ]);
  return {
    ...state,
    incident: { on: incident?.on ?? settings().INCIDENT, text: incident?.text ?? null },
    maintenance: maintenance?.on ?? settings().MAINTENANCE,
    circuits: { cardGateway, fulfilment },
  };
}
