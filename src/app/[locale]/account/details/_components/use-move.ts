'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useAddressForm, type Place } from '@/components/delivery/use-address-form';
import { useDone } from '@/components/use-done';
import { POSTAL_CODE_PATTERN } from '@/domain/contact';
import { useI18n } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';
import { isView, shownTotal, type View } from '../../_components/subscription-view';

export type SavedPlace = RouterOutputs['account']['profile']['delivery'];

const TYPING_PAUSE_MS = 300;
const REFUSED_PLACE: readonly unknown[] = ['POSTCODE_INVALID', 'PROVINCE_MISMATCH', 'INPUT_INVALID'];

/** Manages the address form of a subscriber. Loads the new price while the subscriber types the address. */
export function useMove(saved: SavedPlace, initial: View) {
  const t = useI18n();
  const done = useDone('/account/details');
  const [view, setView] = useState(initial);
  const { version } = view.subscription;

  const form: ReturnType<typeof useAddressForm> = useAddressForm({
    prefix: 'address',
    place: placeOf(saved),
    keptAs: 'address',
    send: async (input) => {
      const expectedTotal = effect.state === 'known' ? shownTotal(effect.after.upcomingOrders) : undefined;
      await trpc.account.updateAddress.mutate({ ...input, version, expectedTotal });
      done(t('details.address.saved'));
    },
    onRefused: (refusal) => {
      if (refusal.code === 'TOTAL_CHANGED') effect.retry();
      if (refusal.code !== 'STALE') return undefined;
      takeOver(refusal.data);
      return { message: t('details.address.stale') };
    },
  });
  const effect = useEffectOf(form, version, takeOver);
  return { form, view, effect };

  /** Replaces the shown state by the current state from the server. Keeps the typed values. */
  function takeOver(present: unknown) {
    if (isView(present)) setView(present);
  }
}

type Known = { state: 'none' | 'asking' | 'failed' } | { state: 'known'; after: View };
type Effect = Known & { retry: () => void };

/**
 * Returns the effect of the typed address on fee and orders. Loads it with a preview of the call that saves
 * the address.
 * @param onStale called with the current state if the subscription was changed in another window
 */
function useEffectOf(
  form: ReturnType<typeof useAddressForm>,
  version: number,
  onStale: (present: unknown) => void,
): Effect {
  const { postalCode } = form;
  const { province, district, subdistrict, address } = form.values;
  const place = { postalCode, province, district, subdistrict };
  const key = JSON.stringify(place);
  const [settled] = useDebouncedValue(key, TYPING_PAUSE_MS);
  const isComplete = POSTAL_CODE_PATTERN.test(postalCode) && province.trim() !== '';
  const query = useRead(isComplete && settled === key, () => ({
    queryKey: ['address-preview', key, version],
    queryFn: async () => {
      try {
        // The street does not change any amount.
        const asked = { ...place, address: address.trim() || '-', preview: true, version };
        return await trpc.account.updateAddress.mutate(asked);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.code === 'STALE') onStale(refusal.data);
        throw error;
      }
    },
  }));
  const retry = () => void query.refetch();
  if (!isComplete) return { state: 'none', retry };
  if (query.data) return { state: 'known', after: query.data, retry };
  if (query.error === null) return { state: 'asking', retry };
  // The form shows the message of this error when the subscriber saves.
  if (REFUSED_PLACE.includes(refusalOf(query.error).code)) return { state: 'none', retry };
  return { state: 'failed', retry };
}

function placeOf(saved: SavedPlace): Place {
  return {
    postalCode: saved?.postalCode ?? '',
    subdistrict: saved?.subdistrict ?? '',
    district: saved?.district ?? '',
    province: saved?.province ?? '',
    address: saved?.address ?? '',
  };
}
