import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { useEffect, useState } from 'react';
import { AddressFields } from '@/components/delivery/address-fields';
import { useAddressForm } from '@/components/delivery/use-address-form';
import { BOX_MAX_PACKS, PRODUCT_MAX_PACKS } from '@/domain/box';
import { EMAIL_PATTERN, normalisePhone, PHONE_PATTERN, POSTAL_CODE_PATTERN } from '@/domain/contact';
import { isProductCode } from '@/domain/product';
import { FREQUENCIES } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { dayText } from '@/locales/format';
import type { CallerChange } from '@/schemas/desk-subscribers';
import { Choices } from '../../../_components/choices';
import type { ChangeSubscriberProps } from './change-props';

type FieldsProps = ChangeSubscriberProps & {
  /** Called with the change; null while the fields are incomplete or nothing differs. */
  onChange: (change: CallerChange | null) => void;
};

/** The fields of one kind of change. */
export function ChangeFields({ kind, ...props }: FieldsProps & { kind: CallerChange['kind'] }) {
  switch (kind) {
    case 'address':
      return <AddressChange {...props} />;
    case 'box':
      return <BoxChange {...props} />;
    case 'frequency':
      return <FrequencyChange {...props} />;
    case 'payment_day':
      return <DayChange {...props} />;
    case 'person':
      return <PersonChange {...props} />;
    case 'email':
      return <EmailChange {...props} />;
  }
}

function AddressChange({ person, onChange }: FieldsProps) {
  const { place } = person;
  const form = useAddressForm({
    prefix: 'caller',
    place: {
      postalCode: place.postalCode ?? '',
      subdistrict: place.subdistrict ?? '',
      district: place.district ?? '',
      province: place.province ?? '',
      address: place.address ?? '',
    },
    send: () => Promise.resolve(),
  });
  const { values, postalCode } = form;
  const isComplete = POSTAL_CODE_PATTERN.test(postalCode) && values.address.trim() && values.province.trim();
  const { address, subdistrict, district, province } = values;
  const given = { address, subdistrict, district, province, postalCode };
  const isSame = Object.entries(given).every(
    ([field, value]) => value === (place[field as keyof typeof place] ?? ''),
  );
  const change = isComplete && !isSame ? JSON.stringify({ kind: 'address', ...given }) : null;
  useEffect(
    () => onChange(change === null ? null : (JSON.parse(change) as CallerChange)),
    [change, onChange],
  );
  return <AddressFields form={form} />;
}

function BoxChange({ plan, products, onChange }: FieldsProps) {
  const t = useI18n();
  const locale = useLocale();
  const [packs, setPacks] = useState(() =>
    Object.fromEntries(plan.items.map(({ productCode, quantity }) => [productCode as string, quantity])),
  );
  const count = Object.values(packs).reduce((sum, one) => sum + one, 0);
  const set = (code: string, quantity: number) => {
    const next = { ...packs, [code]: quantity };
    setPacks(next);
    const items = Object.entries(next).flatMap(([productCode, wanted]) =>
      isProductCode(productCode) && wanted > 0 ? [{ productCode, quantity: wanted }] : [],
    );
    const whole = items.reduce((sum, item) => sum + item.quantity, 0);
    onChange(whole > 0 && whole <= BOX_MAX_PACKS ? { kind: 'box', items } : null);
  };
  return (
    <>
      {products.map(({ code, name }) => (
        <NativeSelect
          key={code}
          label={name[locale]}
          value={packs[code] ?? 0}
          onChange={(event) => set(code, Number(event.currentTarget.value))}
          data={Array.from({ length: PRODUCT_MAX_PACKS + 1 }, (_, at) => String(at))}
        />
      ))}
      <p className={count > BOX_MAX_PACKS ? 'problem small' : 'muted small'} role="status">
        {t('deskChange.packs', { count, max: BOX_MAX_PACKS })}
      </p>
    </>
  );
}

function FrequencyChange({ plan, onChange }: FieldsProps) {
  const t = useI18n();
  const locale = useLocale();
  const [after, setAfter] = useState(plan.upcoming[0]?.paymentDate ?? null);
  const [frequency, setFrequency] = useState<string | null>(null);
  const tell = (wanted: string | null, from: typeof after) => {
    const known = FREQUENCIES.find((one) => String(one) === wanted);
    onChange(known && from ? { kind: 'frequency', frequency: known, after: from } : null);
  };
  return (
    <>
      <Choices
        legend={t('deskChange.kinds.frequency')}
        value={frequency}
        onChange={(value) => {
          setFrequency(value);
          tell(value, after);
        }}
        options={FREQUENCIES.filter((one) => one !== plan.frequency).map((one) => ({
          value: String(one),
          label: t(`common.perMonths${one}`),
        }))}
      />
      <NativeSelect
        label={t('deskChange.after')}
        value={after ?? ''}
        onChange={(event) => {
          const chosen = plan.upcoming.find(({ paymentDate }) => paymentDate === event.currentTarget.value);
          setAfter(chosen?.paymentDate ?? null);
          tell(frequency, chosen?.paymentDate ?? null);
        }}
        data={plan.upcoming.map(({ paymentDate }) => ({
          value: paymentDate,
          label: dayText(paymentDate, locale),
        }))}
      />
    </>
  );
}

function DayChange({ plan, onChange }: FieldsProps) {
  const t = useI18n();
  const [day, setDay] = useState(plan.paymentDay);
  return (
    <NativeSelect
      label={t('deskChange.kinds.payment_day')}
      value={day}
      onChange={(event) => {
        const wanted = Number(event.currentTarget.value);
        setDay(wanted);
        onChange(wanted === plan.paymentDay ? null : { kind: 'payment_day', paymentDay: wanted });
      }}
      data={Array.from({ length: 31 }, (_, at) => String(at + 1))}
    />
  );
}

function PersonChange({ person, onChange }: FieldsProps) {
  const t = useI18n();
  const [typed, setTyped] = useState({
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phone,
  });
  const set = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const phone = normalisePhone(next.phone);
    const isComplete = next.firstName.trim() && next.lastName.trim() && PHONE_PATTERN.test(phone);
    const isSame =
      next.firstName === person.firstName && next.lastName === person.lastName && phone === person.phone;
    onChange(isComplete && !isSame ? { kind: 'person', ...next, phone } : null);
  };
  return (
    <>
      <TextInput
        label={t('deskChange.firstName')}
        maxLength={80}
        value={typed.firstName}
        onChange={(event) => set({ firstName: event.currentTarget.value })}
      />
      <TextInput
        label={t('deskChange.lastName')}
        maxLength={80}
        value={typed.lastName}
        onChange={(event) => set({ lastName: event.currentTarget.value })}
      />
      <TextInput
        label={t('deskSubscribers.person.phone')}
        description={t('deskChange.phoneHint')}
        inputMode="tel"
        maxLength={20}
        value={typed.phone}
        onChange={(event) => set({ phone: event.currentTarget.value })}
      />
    </>
  );
}

function EmailChange({ person, onChange }: FieldsProps) {
  const t = useI18n();
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      label={t('deskChange.newEmail')}
      description={t('deskChange.emailHint', { email: person.email })}
      inputMode="email"
      maxLength={254}
      value={typed}
      onChange={(event) => {
        const email = event.currentTarget.value.trim();
        setTyped(event.currentTarget.value);
        onChange(EMAIL_PATTERN.test(email) ? { kind: 'email', email } : null);
      }}
    />
  );
}
