import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Ctx } from '../context';
import type { Profile } from './profile';

export async function updateDetails(
  _ctx: Ctx,
  _accountId: string,
  _input: {
    firstName?: string;
    lastName?: string;
    phone?: string;
    ageGroup?: string | null;
    locale?: Locale;
  },
): Promise<{ account: Profile }> {
  throw new AppError('INTERNAL');
}
