'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAddressForm, type DeliveryInput } from '@/components/delivery/use-address-form';
import { useDone } from '@/components/use-done';
import { POSTAL_CODE_PATTERN } from '@/domain/contact';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { isView, shownTotal, type View } from '../_components/subscription-view';
import type { Preview, UpcomingOrder } from './use-change';
import { useTotals } from './use-totals';

const TYPING_PAUSE_MS = 300;

/** Manages the other address of one order: its form and the preview of the totals. */
export function useOrderAddress(order: UpcomingOrder, initial: View) {
  const t = useI18n();
  const done = useDone('/account');
  const [view, setView] = useState(initial);
  const { version } = view.subscription;
  const { orderId, ownAddress } = order;

  const form: ReturnType<typeof useAddressForm> = useAddressForm({
    prefix: 'order-address',
    place: {
      postalCode: ownAddress?.postalCode ?? '',
      subdistrict: ownAddress?.subdistrict ?? '',
      district: ownAddress?.district ?? '',
      province: ownAddress?.province ?? '',
      address: ownAddress?.address ?? '',
    },
    recipient: {
      isOther: order.recipientName !== null,
      recipientName: order.recipientName ?? '',
      recipientPhone: order.recipientPhone ?? '',
    },
    keptAs: 'order-address',
    send: async (input) => {
      const expectedTotal = preview.isLoading ? undefined : shownTotal(preview.orders, orderId);
      await trpc.orders.setAddress.mutate({ ...input, orderId, version, expectedTotal });
      done(t('subscription.address.done'));
    },
    onRefused: (refusal) => {
      if (refusal.code === 'TOTAL_CHANGED') preview.retry();
      if (refusal.code !== 'STALE') return undefined;
      if (isView(refusal.data)) setView(refusal.data);
      return { message: t('details.address.stale') };
    },
  });
  const preview = useTyped(form, { orderId, version });
  return { form, view, setView, preview };
}

/** Loads the totals with the typed address. */
function useTyped(
  { postalCode, values }: ReturnType<typeof useAddressForm>,
  asked: { orderId: string; version: number },
): Preview {
  const { province, district, subdistrict } = values;
  // The street does not change any amount.
  const input: DeliveryInput = { postalCode, province, district, subdistrict, address: '-' };
  const typed = JSON.stringify(input);
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const isComplete = POSTAL_CODE_PATTERN.test(postalCode) && province.trim() !== '';
  return useTotals(isComplete ? { ...input, ...asked } : null, settled === typed, () =>
    trpc.orders.setAddress.mutate({ ...input, ...asked, preview: true }),
  );
}
