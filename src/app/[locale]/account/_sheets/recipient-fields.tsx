'use client';

import { Checkbox } from '@/components/forms/checkbox';
import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import type { useAddressForm } from '@/components/delivery/use-address-form';
import { useI18n } from '@/locales/client';

interface RecipientFieldsProps {
  form: ReturnType<typeof useAddressForm>;
  /** Prefix of the fields' ids. */
  prefix: string;
}

/** Asks whether another person receives the box, and then for name and phone. */
export function RecipientFields({ form, prefix }: RecipientFieldsProps) {
  const t = useI18n();
  const text = textFields(form, prefix);
  return (
    <>
      <Checkbox
        id={`${prefix}-isOther`}
        label={t('register.delivery.isOther')}
        checked={form.values.isOther}
        onChange={({ currentTarget }) => form.change({ isOther: currentTarget.checked })}
      />
      {form.values.isOther && (
        <>
          <TextInput
            label={t('register.delivery.recipientName')}
            autoComplete="section-recipient name"
            {...text('recipientName')}
          />
          <TextInput
            label={t('register.delivery.recipientPhone')}
            description={t('register.delivery.recipientPhoneHint')}
            type="tel"
            inputMode="tel"
            autoComplete="section-recipient tel"
            {...text('recipientPhone')}
          />
        </>
      )}
    </>
  );
}
