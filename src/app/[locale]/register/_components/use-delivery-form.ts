'use client';

import { useEffect, useState } from 'react';
import { useRouter } from 'next/navigation';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { loadPage } from '@/components/load-page';
import { announceNavigation } from '@/components/shell/progress-bar';
import { normaliseDigits, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc, type RouterOutputs } from '@/trpc/react';
import type { Draft } from './draft';
import { useFlow } from './flow';
import { STEP_PATHS } from './steps';

export const OTHER_AREA = 'other';

type Area = RouterOutputs['catalogue']['addresses']['addresses'][number];

const SESSION_IS_OVER: readonly unknown[] = ['NOT_LOGGED_IN', 'NOT_ALLOWED'];

/** Step 3's fields: the postal code brings the sub-districts and the fee; everything may be typed instead. */
export function useDeliveryForm() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { draft, ready, update } = useFlow();
  const [chosen, setChosen] = useState<string | null>(null);
  const save = trpc.registration.setDelivery.useMutation();

  const form = useSchemaForm({
    initialValues: placeOf(draft),
    schema: async () => (await import('@/schemas/registration')).deliveryInput,
    labels: {
      postalCode: t('register.delivery.postalCode'),
      province: t('register.delivery.province'),
      address: t('register.delivery.address'),
    },
    check: (values) => ({
      ...(!POSTAL_CODE_PATTERN.test(postalCodeOf(values)) && { postalCode: 'postalCode' as const }),
      ...(values.address.trim() === '' && { address: 'required' as const }),
    }),
    toInput: (values) => ({ ...values, postalCode: postalCodeOf(values) }),
    send: async (input) => {
      await save.mutateAsync(input);
      announceNavigation();
      // A document of its own: only the payment page's security policy lets the card form in.
      loadPage(localePath(locale, STEP_PATHS.payment));
    },
    explain: (refusal) => {
      if (SESSION_IS_OVER.includes(refusal.code)) {
        router.push(localePath(locale, `${STEP_PATHS.details}?away`));
      }
      const message = refusal.message ?? '';
      if (refusal.code === 'POSTCODE_INVALID') return { field: 'postalCode', message };
      if (refusal.code === 'PROVINCE_MISMATCH') return { field: 'province', message };
      return undefined;
    },
  });

  const { setValues } = form;
  useEffect(() => {
    if (ready) setValues(placeOf(draft));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- later changes of the draft come from this form itself
  }, [ready, setValues]);

  const postalCode = postalCodeOf(form.values);
  const areas = useAreas(postalCode);
  const area = chosen ?? indexOf(areas.list, form.values);
  const write = (answers: Partial<ReturnType<typeof placeOf>>) => {
    form.change(answers);
    update(answers);
  };

  const change = (answers: Partial<ReturnType<typeof placeOf>>) => {
    const moved =
      answers.postalCode !== undefined && postalCodeOf({ postalCode: answers.postalCode }) !== postalCode;
    if (moved) setChosen(null);
    write(moved ? { ...answers, subdistrict: '', district: '', province: '' } : answers);
  };

  const chooseArea = (value: string) => {
    setChosen(value);
    const picked = value === OTHER_AREA ? undefined : areas.list[Number(value)];
    write({
      subdistrict: picked?.subdistrict[locale] ?? '',
      district: picked?.district[locale] ?? '',
      province: picked?.province[locale] ?? '',
    });
  };

  const typesArea =
    areas.state === 'unknown' || areas.state === 'failed' || (areas.state === 'known' && area === OTHER_AREA);
  const errors = typesArea
    ? form.errors
    : withoutArea(form.errors, areas.state === 'known' ? t('register.delivery.chooseArea') : null);
  return { ...form, postalCode, errors, areaError: errors.area, change, areas, area, chooseArea, typesArea };
}

interface Areas {
  state: 'none' | 'looking' | 'known' | 'unknown' | 'failed';
  list: readonly Area[];
  /** Satang, before free plans. */
  fee: number | null;
}

function useAreas(postalCode: string): Areas {
  const isComplete = POSTAL_CODE_PATTERN.test(postalCode);
  const query = trpc.catalogue.addresses.useQuery(
    { postalCode },
    { enabled: isComplete, staleTime: Infinity },
  );
  if (!isComplete) return { state: 'none', list: [], fee: null };
  if (query.isError) return { state: 'failed', list: [], fee: null };
  if (!query.data) return { state: 'looking', list: [], fee: null };
  const { addresses, deliveryFee } = query.data;
  return { state: addresses.length > 0 ? 'known' : 'unknown', list: addresses, fee: deliveryFee };
}

/** The area that was chosen before, in whichever language; 'other' for one that was typed; '' for none. */
function indexOf(list: readonly Area[], place: Pick<Draft, 'subdistrict' | 'province'>): string {
  if (place.subdistrict === '' && place.province === '') return '';
  const index = list.findIndex((area) => Object.values(area.subdistrict).includes(place.subdistrict));
  return index < 0 ? OTHER_AREA : String(index);
}

/** While the list is shown, what is missing of the area is one mistake: nothing was chosen from it. */
function withoutArea(errors: Record<string, string>, chooseArea: string | null): Record<string, string> {
  const { subdistrict, district, province, ...rest } = errors;
  const missing = subdistrict ?? district ?? province;
  return missing && chooseArea ? { ...rest, area: chooseArea } : rest;
}

function placeOf({ postalCode, subdistrict, district, province, address }: Draft) {
  return { postalCode, subdistrict, district, province, address };
}

function postalCodeOf({ postalCode }: { postalCode: string }): string {
  return normaliseDigits(postalCode).replace(/\s/g, '');
}
