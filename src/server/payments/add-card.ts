import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';
import type { ShownCard } from './cards';
import type { ChargeView } from './outcome';

export interface CardsAndCharge {
  cards: ShownCard[];
  charge: ChargeView | null;
}

export async function addCard(
  _ctx: Ctx,
  _accountId: string,
  _input: { cardToken: string; makeDefault?: boolean },
): Promise<CardsAndCharge> {
  throw new AppError('INTERNAL');
}
