import { AppError } from '@/domain/errors';
import { CANCEL_REASONS, type CancelReason } from '@/domain/subscription';
import type { Ctx } from '../context';
import type { ShownSubscription } from './shown';

export function listCancelReasons(): {
  reasons: { code: CancelReason; label: { en: string; th: string } }[];
} {
  return { reasons: CANCEL_REASONS.map((code) => ({ code, label: { en: code, th: code } })) };
}

export async function cancelSubscription(
  _ctx: Ctx,
  _accountId: string,
  _input: { reason: string; comment?: string },
): Promise<{ subscription: ShownSubscription }> {
  throw new AppError('INTERNAL');
}
