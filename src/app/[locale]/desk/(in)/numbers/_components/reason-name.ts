import type { LossReason } from '@/domain/numbers';
import type { Translate } from '@/locales/typed';

/** Returns the name of a reason for which a subscription was lost. */
export const reasonName = (t: Translate, reason: LossReason): string =>
  reason === 'paymentFailed' ? t('deskNumbers.paymentFailed') : t(`cancelReasons.${reason}`);
