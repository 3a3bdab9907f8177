'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAddressForm, type DeliveryInput } from '@/components/delivery/use-address-form';
import { useCommand } from '@/components/forms/use-command';
import { useDone } from '@/components/use-done';
import { POSTAL_CODE_PATTERN } from '@/domain/contact';
import { useI18n } from '@/locales/client';
import { refusalOf, trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import { isView, type View } from '../../../../_components/subscription-view';
import type { Preview, UpcomingOrder } from '../../../_components/use-change';

const TYPING_PAUSE_MS = 300;

/** Manages the address of one order: its form, the preview of the totals, and the way back. */
export function useOrderAddress(order: UpcomingOrder, initial: View) {
  const t = useI18n();
  const done = useDone('/account');
  const [view, setView] = useState(initial);
  const { version } = view.subscription;
  const { orderId, ownAddress } = order;
  const takeOver = (present: unknown) => {
    if (isView(present)) setView(present);
  };

  const form = useAddressForm({
    place: {
      postalCode: ownAddress?.postalCode ?? '',
      subdistrict: ownAddress?.subdistrict ?? '',
      district: ownAddress?.district ?? '',
      province: ownAddress?.province ?? '',
      address: ownAddress?.address ?? '',
    },
    keptAs: 'order-address',
    send: async (input) => {
      await trpc.orders.setAddress.mutate({ ...input, orderId, version });
      done(t('subscription.address.done'));
    },
    onRefused: (refusal) => {
      if (refusal.code !== 'STALE') return undefined;
      takeOver(refusal.data);
      return { message: t('details.address.stale') };
    },
  });
  const removing = useCommand();
  const remove = () =>
    removing.run(
      async () => {
        await trpc.orders.useUsualAddress.mutate({ orderId, version });
        done(t('subscription.address.removed'));
        return 'leaving';
      },
      {
        explain: (refusal) => {
          if (refusal.code !== 'STALE') return undefined;
          takeOver(refusal.data);
          return { code: refusal.code, message: t('details.address.stale') };
        },
      },
    );
  return { form, view, removing, remove, preview: usePreview(form, { orderId, version }) };
}

/** Loads the totals with the typed address, by a preview of the call that saves it. */
function usePreview(
  { postalCode, values }: ReturnType<typeof useAddressForm>,
  asked: { orderId: string; version: number },
): Preview {
  const t = useI18n();
  const { province, district, subdistrict } = values;
  const place = { postalCode, province, district, subdistrict };
  const key = JSON.stringify(place);
  const [settled] = useDebouncedValue(key, TYPING_PAUSE_MS);
  const isComplete = POSTAL_CODE_PATTERN.test(postalCode) && province.trim() !== '';
  const query = useRead(isComplete && settled === key, () => ({
    queryKey: ['order-address-preview', key, asked],
    queryFn: () => {
      // The street does not change any amount.
      const input: DeliveryInput = { ...place, address: '-' };
      return trpc.orders.setAddress.mutate({ ...input, ...asked, preview: true });
    },
  }));
  const refusal = isComplete && query.error ? refusalOf(query.error) : null;
  return {
    orders: isComplete && !refusal ? (query.data?.upcomingOrders ?? null) : null,
    pause: null,
    priceNotice: null,
    isLoading: isComplete && !query.data && !refusal,
    problem: refusal
      ? { code: refusal.code, message: refusal.message ?? t('details.address.effectFailed') }
      : null,
    retry: () => void query.refetch(),
  };
}
