'use client';

import { useState } from 'react';
import type { z } from 'zod';
import type { Leaving } from '@/components/forms/use-one-at-a-time';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { normalisePhone, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { normaliseDigits } from '@/domain/digits';
import { useI18n, useLocale } from '@/locales/client';
import type { orderPlaceInput } from '@/schemas/orders';
import type { deliveryInput } from '@/schemas/registration';
import type { RouterOutputs } from '@/trpc/outputs';
import type { Refusal } from '@/trpc/react';
import { useRead } from '@/trpc/use-read';

export const OTHER_AREA = 'other';
const NO_RECIPIENT: Recipient = { isOther: false, recipientName: '', recipientPhone: '' };

type Area = RouterOutputs['catalogue']['addresses']['addresses'][number];

/** The typed values of an address form, in the order of the fields. */
export type Place = {
  postalCode: string;
  subdistrict: string;
  district: string;
  province: string;
  address: string;
};

/** The typed recipient of one box. `isOther`: another person than the subscriber receives it. */
export type Recipient = { isOther: boolean; recipientName: string; recipientPhone: string };

export type DeliveryInput = z.infer<typeof deliveryInput>;

interface AddressFormOptions {
  /** See `useSchemaForm`. */
  prefix: string;
  place: Place;
  /** Only for an address that another person may receive a box at. */
  recipient?: Recipient;
  /** Called with the current values on every change. */
  onAnswer?: (answers: Partial<Place>) => void;
  send: (input: z.infer<typeof orderPlaceInput>) => Promise<void | Leaving>;
  /**
   * Called with every error of `send`. Returns a better message for the form. Undefined: the form shows the
   * message of the error.
   */
  onRefused?: (refusal: Refusal) => { message: string } | undefined;
  /** The name under which typed values are stored when the session ends. See `useSchemaForm`. */
  keptAs?: string;
}

/**
 * Manages an address form. Loads the sub-districts and the delivery fee of the typed postal code. The
 * subscriber can also type the area.
 */
export function useAddressForm(options: AddressFormOptions) {
  const { place, recipient, onAnswer, send, onRefused, ...names } = options;
  const t = useI18n();
  const locale = useLocale();
  const [chosen, setChosen] = useState<string | null>(null);

  const form = useSchemaForm({
    ...names,
    initialValues: { ...place, ...(recipient ?? NO_RECIPIENT) },
    schema: async () =>
      recipient
        ? (await import('@/schemas/orders')).orderPlaceInput
        : (await import('@/schemas/registration')).deliveryInput,
    labels: {
      postalCode: t('register.delivery.postalCode'),
      subdistrict: t('register.delivery.subdistrict'),
      district: t('register.delivery.district'),
      province: t('register.delivery.province'),
      address: t('register.delivery.address'),
      recipientName: t('register.delivery.recipientName'),
      recipientPhone: t('register.delivery.recipientPhone'),
    },
    check: (values) => ({
      ...(!POSTAL_CODE_PATTERN.test(postalCodeOf(values)) && { postalCode: 'postalCode' as const }),
      ...(values.address.trim() === '' && { address: 'required' as const }),
    }),
    toInput: ({ isOther, recipientName, recipientPhone, ...typed }) => ({
      ...typed,
      postalCode: postalCodeOf(typed),
      ...(isOther && { recipientName, recipientPhone: normalisePhone(recipientPhone) }),
    }),
    send,
    explain: (refusal) => {
      const better = onRefused?.(refusal);
      const message = refusal.message ?? '';
      if (refusal.code === 'POSTCODE_INVALID') return { field: 'postalCode', message };
      if (refusal.code === 'PROVINCE_MISMATCH') return { field: 'province', message };
      return better;
    },
  });

  const postalCode = postalCodeOf(form.values);
  const areas = useAreas(postalCode);
  const area = chosen ?? indexOf(areas.list, form.values);
  const write = (answers: Partial<Place & Recipient>) => {
    form.change(answers);
    onAnswer?.(answers);
  };

  const change = (answers: Partial<Place & Recipient>) => {
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
  /** The delivery fee in satang, before free delivery of a plan is applied. Null if it is unknown. */
  fee: number | null;
}

function useAreas(postalCode: string): Areas {
  const isComplete = POSTAL_CODE_PATTERN.test(postalCode);
  const query = useRead(isComplete, ({ catalogue }) =>
    catalogue.addresses.queryOptions({ postalCode }, { staleTime: Infinity }),
  );
  if (!isComplete) return { state: 'none', list: [], fee: null };
  if (query.error !== null) return { state: 'failed', list: [], fee: null };
  if (!query.data) return { state: 'looking', list: [], fee: null };
  const { addresses, deliveryFee } = query.data;
  return { state: addresses.length > 0 ? 'known' : 'unknown', list: addresses, fee: deliveryFee };
}

/**
 * Returns the list index of the saved area, which may be saved in Thai or English. Returns 'other' if the
 * area is not in the list, and '' if no area is saved.
 */
function indexOf(list: readonly Area[], place: Pick<Place, 'subdistrict' | 'province'>): string {
  if (place.subdistrict === '' && place.province === '') return '';
  const index = list.findIndex((area) => Object.values(area.subdistrict).includes(place.subdistrict));
  return index < 0 ? OTHER_AREA : String(index);
}

/**
 * Replaces the errors of the area fields by one error of the list.
 * @param chooseArea the message of the list; null removes the errors, because the list is not shown
 */
function withoutArea(errors: Record<string, string>, chooseArea: string | null): Record<string, string> {
  const { subdistrict, district, province, ...rest } = errors;
  const missing = subdistrict ?? district ?? province;
  return missing && chooseArea ? { ...rest, area: chooseArea } : rest;
}

function postalCodeOf({ postalCode }: { postalCode: string }): string {
  return normaliseDigits(postalCode).replace(/\s/g, '');
}
