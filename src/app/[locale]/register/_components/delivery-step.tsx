'use client';

import { Button } from '@/components/button';
import { AddressFields } from '@/components/delivery/address-fields';
import { SchemaForm } from '@/components/forms/schema-form';
import classes from '@/components/forms/form.module.css';
import { Baht } from '@/components/values';
import { useI18n, useLocale } from '@/locales/client';
import { phoneText } from '@/locales/format';
import { useFlow, useQuote } from './flow';
import { KeptCode } from './kept-code';
import { StepBar } from './step-bar';
import { StepShell } from './step-shell';
import { useDraftSummary } from './summary';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useAddressForm, type Place } from '@/components/delivery/use-address-form';
import { loadPage } from '@/components/load-page';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import type { Draft } from '@/components/registration/draft';
import { STEP_PATHS } from './steps';

/** Step 3: delivery address and fee. */
export function DeliveryStep() {
  const t = useI18n();
  const locale = useLocale();
  const { draft } = useFlow();
  const quote = useQuote();
  const form = useDeliveryForm();
  const { areas } = form;

  const action = (
    <Button type="submit" form="delivery-form" busy={form.busy}>
      {t('register.next', { name: t('register.steps.payment') })}
    </Button>
  );
  const aside = useDraftSummary(action);
  return (
    <StepShell step="delivery" heading={t('register.delivery.heading')} aside={aside}>
      <KeptCode step="delivery" started />
      <SchemaForm form={form} id="delivery-form">
        {draft.phone !== '' && (
          <p className="muted small">
            {t('register.delivery.to', {
              name: `${draft.firstName} ${draft.lastName}`,
              phone: phoneText(draft.phone),
            })}
          </p>
        )}
        <AddressFields form={form} />
        {areas.fee !== null && (
          <p className={classes.fee} role="status">
            <span>
              {quote?.isFree
                ? t('register.delivery.feeFree', { postalCode: form.postalCode })
                : t('register.delivery.fee', {
                    postalCode: form.postalCode,
                    fee: <Baht satang={areas.fee} locale={locale} short />,
                  })}
            </span>
          </p>
        )}
        <StepBar deliveryFee={areas.fee}>{action}</StepBar>
      </SchemaForm>
    </StepShell>
  );
}

const SESSION_IS_OVER: readonly unknown[] = ['NOT_LOGGED_IN', 'NOT_ALLOWED'];

/** Manages the fields of step 3. Stores typed values on this device. */
function useDeliveryForm() {
  const locale = useLocale();
  const router = useRouter();
  const { draft, ready, update } = useFlow();

  const [shown] = useState(() => placeOf(draft));
  const form = useAddressForm({
    prefix: 'delivery',
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
