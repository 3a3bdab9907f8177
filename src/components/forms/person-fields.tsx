'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { TextInput } from '@/components/forms/text-input';
import { AGE_GROUPS } from '@/domain/contact';
import { useI18n } from '@/locales/client';
import classes from './form.module.css';
import type { TextFieldProps } from './text-fields';

interface PersonFieldsProps {
  text: (name: 'firstName' | 'lastName' | 'phone' | 'ageGroup') => TextFieldProps;
}

/** The recipient's fields: name, phone, optional age group. */
export function PersonFields({ text }: PersonFieldsProps) {
  const t = useI18n();
  return (
    <>
      <div className={`stack-5 ${classes.pair}`}>
        <TextInput autoComplete="given-name" {...text('firstName')} />
        <TextInput autoComplete="family-name" {...text('lastName')} />
      </div>
      <TextInput
        description={t('register.details.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...text('phone')}
      />
      <NativeSelect
        {...text('ageGroup')}
        label={
          <>
            {t('register.details.ageGroup')}{' '}
            <span className={classes.optional}>({t('common.optional')})</span>
          </>
        }
        description={t('register.details.ageGroupHint')}
      >
        <option value="">{t('register.details.ageGroupNone')}</option>
        {AGE_GROUPS.map((group) => (
          <option key={group} value={group}>
            {t(`register.details.ages.${group}`)}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}
