'use client';

import { Checkbox } from '@/components/forms/checkbox';
import { textFields } from '@/components/forms/text-fields';
import { TextInput } from '@/components/forms/text-input';
import type { useAddressForm } from '@/components/delivery/use-address-form';
import { useI18n } from '@/locales/client';

interface RecipientFieldsProps {
  form: ReturnType<typeof useAddressForm>;
}

/** Asks whether another person receives the box, and then for name and phone. */
export function RecipientFields({ form }: RecipientFieldsProps) {
  const t = useI18n();
  const text = textFields(form);
  return (
    <>
      <Checkbox
        id={`${form.prefix}-isOther`}
        label={t('register.delivery.isOther')}
        checked={form.values.isOther}
        onChange={({ currentTarget }) => form.change({ isOther: currentTarget.checked })}
      />
      {form.values.isOther && (
        <>
          <TextInput autoComplete="section-recipient name" {...text('recipientName')} />
          <TextInput
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
