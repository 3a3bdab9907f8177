import type { z } from 'zod';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { applyCodeAnswer } from '@/schemas/answers/rewards';
import type { applyCodeInput } from '@/schemas/rewards';
import type { Caller } from '../auth/log-in';
import type { Ctx } from '../context';

export async function applyCode(
  _ctx: Ctx,
  _by: { accountId: string | null; locale: Locale; caller: Caller },
  _input: z.output<typeof applyCodeInput>,
): Promise<z.output<typeof applyCodeAnswer>> {
  return Promise.reject(new Error('not written yet'));
}

/** What an invitation is worth to a visitor who opens it; says nothing of whose it is. */
export async function viewInvitation(
  _ctx: Ctx,
  _caller: Caller,
  _code: string,
): Promise<{ valid: boolean; code: string; friendDiscount: Satang; referrerPoints: number }> {
  return Promise.reject(new Error('not written yet'));
}
