import { AppError } from '@/domain/errors';
import type { Locale } from '@/domain/locale';
import type { Ctx } from '../context';

export interface Profile {
  firstName: string;
  lastName: string;
  phone: string;
  ageGroup: string | null;
  locale: Locale;
  email: string;
  emailVerified: boolean;
  /** An e-mail asked for whose link has not been opened yet. */
  pendingEmail: string | null;
  hasPassword: boolean;
  lineLinked: boolean;
  delivery: {
    address: string;
    subdistrict: string | null;
    district: string | null;
    province: string;
    postalCode: string;
  } | null;
}

export async function getProfile(_ctx: Ctx, _accountId: string): Promise<Profile> {
  throw new AppError('INTERNAL');
}
