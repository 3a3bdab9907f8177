import type { Day } from '@/domain/day';
import { AppError } from '@/domain/errors';
import type { Ctx } from '../context';
import type { CardsAndCharge } from './add-card';
import type { ShownCard } from './cards';

export async function showCards(_ctx: Ctx, _accountId: string): Promise<{ cards: ShownCard[] }> {
  throw new AppError('INTERNAL');
}

export async function checkCardExpiry(
  _ctx: Ctx,
  _accountId: string,
): Promise<{ cards: (ShownCard & { missedPayment: Day | null })[] }> {
  throw new AppError('INTERNAL');
}

export async function updateCard(
  _ctx: Ctx,
  _accountId: string,
  _input: { cardId: string; makeDefault?: true; expiryMonth?: number; expiryYear?: number; name?: string },
): Promise<CardsAndCharge> {
  throw new AppError('INTERNAL');
}

export async function deleteCard(
  _ctx: Ctx,
  _accountId: string,
  _input: { cardId: string },
): Promise<{ cards: ShownCard[] }> {
  throw new AppError('INTERNAL');
}
