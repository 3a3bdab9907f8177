'use client';

import { TextArea } from '@/components/forms/text-area';
import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import classes from '@/components/forms/form.module.css';
import { addressText } from '@/locales/format';
import { useI18n, useLocale } from '@/locales/client';
import { OTHER_AREA, type useAddressForm } from './use-address-form';

interface AddressFieldsProps {
  form: ReturnType<typeof useAddressForm>;
}

/** The fields of an address: the postal code, then the areas of that postal code, then the street. */
export function AddressFields({ form }: AddressFieldsProps) {
  const t = useI18n();
  const text = textFields(form);
  const { areas } = form;
  return (
    <>
      <div>
        <TextInput
          description={t('register.delivery.postalCodeHint')}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          {...text('postalCode')}
        />
        <div role="status" className={classes.status}>
          {areas.state === 'looking' && <p className="muted">{t('register.delivery.looking')}</p>}
          {areas.state === 'unknown' && <p className="muted small">{t('register.delivery.unknown')}</p>}
          {areas.state === 'failed' && <p className="muted small">{t('register.delivery.lookupFailed')}</p>}
        </div>
      </div>
      {areas.state === 'known' && <AreaList form={form} />}
      {form.typesArea && (
        <>
          <TextInput autoComplete="address-level3" {...text('subdistrict')} />
          <TextInput autoComplete="address-level2" {...text('district')} />
          <TextInput autoComplete="address-level1" {...text('province')} />
        </>
      )}
      <TextArea
        {...text('address')}
        description={t('register.delivery.addressHint')}
        autoComplete="street-address"
        rows={2}
        onKeyDown={submitOnEnter}
        onChange={(event) => form.change({ address: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
      />
    </>
  );
}

function AreaList({ form }: AddressFieldsProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <NativeSelect
      id={`${form.prefix}-area`}
      label={t('register.delivery.area')}
      description={t('register.delivery.areaHint')}
      value={form.area}
      error={form.areaError}
      onChange={({ currentTarget: { value } }) => {
        form.chooseArea(value);
        // On a phone the list closes with the choice. By keyboard each arrow key would be a choice.
        if (value !== OTHER_AREA && window.matchMedia('(pointer: coarse)').matches)
          document.getElementById(`${form.prefix}-address`)?.focus();
      }}
    >
      <option value="" disabled>
        {t('register.delivery.chooseArea')}
      </option>
      {form.areas.list.map((area, index) => (
        <option key={area.subdistrict.en + area.district.en} value={index}>
          {addressText({
            address: null,
            subdistrict: area.subdistrict[locale],
            district: area.district[locale],
            province: area.province[locale],
            postalCode: null,
          })}
        </option>
      ))}
      <option value={OTHER_AREA}>{t('register.delivery.otherArea')}</option>
    </NativeSelect>
  );
}

/** Submits the form on Enter instead of adding a line. An address is a single line on the label. */
function submitOnEnter(event: React.KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
