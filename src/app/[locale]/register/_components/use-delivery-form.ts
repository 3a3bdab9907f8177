'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useAddressForm, type Place } from '@/components/delivery/use-address-form';
import { loadPage } from '@/components/load-page';
import { useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import type { Draft } from '@/components/registration/draft';
import { useFlow } from './flow';
import { STEP_PATHS } from './steps';

const SESSION_IS_OVER: readonly unknown[] = ['NOT_LOGGED_IN', 'NOT_ALLOWED'];

/** Manages the fields of step 3. Stores typed values on this device. */
export function useDeliveryForm() {
  const locale = useLocale();
  const router = useRouter();
  const { draft, ready, update } = useFlow();

  const [shown] = useState(() => placeOf(draft));
  const form = useAddressForm({
    place: placeOf(draft),
    onAnswer: update,
    send: async (input) => {
      await trpc.registration.setDelivery.mutate(input);
      // Loads a new document, because only the payment page's security policy allows the card form.
      loadPage(localePath(locale, STEP_PATHS.payment));
      return 'leaving';
    },
    onRefused: ({ code }) => {
      if (SESSION_IS_OVER.includes(code))
        router.push(localePath(locale, `${STEP_PATHS.details}?away=delivery`));
      return undefined;
    },
  });

  const { setValues } = form;
  useEffect(() => {
    // Values typed before hydration are newer than stored ones.
    if (ready) setValues((typed) => ({ ...typed, ...placeOf(draft), ...differing(typed, shown) }));
    // oxlint-disable-next-line exhaustive-deps -- later changes of the draft come from this form itself
  }, [ready, setValues]);

  return form;
}

function differing(place: Place, from: Place): Partial<Place> {
  const fields = Object.keys(from) as (keyof Place)[];
  return Object.fromEntries(
    fields.filter((field) => place[field] !== from[field]).map((field) => [field, place[field]]),
  );
}

function placeOf({ postalCode, subdistrict, district, province, address }: Draft): Place {
  return { postalCode, subdistrict, district, province, address };
}
