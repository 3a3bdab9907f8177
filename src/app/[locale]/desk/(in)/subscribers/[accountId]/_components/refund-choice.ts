import { appName } from '@/components/art/app-marks';
import type { RefundedParts, RefundReason } from '@/domain/order-refund';
import type { useI18n } from '@/locales/client';
import type { DeskOutputs } from '@/trpc/desk';

export type RefundPreview = DeskOutputs['money']['previewRefund'];

/** What the member has chosen. `sum`: as typed. */
export interface RefundChoice extends RefundedParts {
  how: 'item' | 'sum' | 'all';
  sum: string;
  reason: RefundReason | null;
  note: string;
}

/** Returns how the money goes back. */
export function wayText(t: ReturnType<typeof useI18n>, { way }: RefundPreview): string {
  if (way.kind === 'promptpay' && way.app) return appName(way.app);
  if (way.kind !== 'card') return t(`deskRefund.ways.${way.kind}`);
  return t('deskRefund.ways.card', { brand: way.brand, digits: way.lastDigits });
}
