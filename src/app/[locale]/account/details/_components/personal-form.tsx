'use client';

import { NativeSelect } from '@/components/forms/native-select';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { PersonFields } from '@/components/forms/person-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { KeptNotice } from '@/components/session/kept-notice';
import { useDone } from '@/components/use-done';
import { normalisePhone } from '@/domain/contact';
import { LOCALES } from '@/domain/locale';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { FormPage, Points } from './form-page';
import type { Profile } from './overview';

/** Edits name, phone, age group and language of messages. */
export function PersonalForm({ profile }: { profile: Profile }) {
  const t = useI18n();
  const done = useDone('/account/details');
  const form = useSchemaForm({
    prefix: 'personal',
    initialValues: answersOf(profile),
    schema: async () => (await import('@/schemas/account')).updateDetailsInput,
    labels: {
      firstName: t('register.details.firstName'),
      lastName: t('register.details.lastName'),
      phone: t('register.details.phone'),
    },
    toInput: (values) => ({
      ...values,
      phone: normalisePhone(values.phone),
      ageGroup: values.ageGroup === '' ? null : values.ageGroup,
    }),
    send: async (input) => {
      // Sends only the fields changed here, so that changes in another window are kept.
      const changed = Object.entries(input).filter(
        ([field, value]) => value !== profile[field as keyof typeof input],
      );
      if (changed.length > 0) await trpc.account.updateDetails.mutate(Object.fromEntries(changed));
      done(t('details.personal.saved'));
    },
    keptAs: 'personal',
  });
  const text = textFields(form);

  return (
    <FormPage
      heading={t('details.personal.title')}
      aside={
        <Points
          title={t('details.personal.why')}
          points={[
            t('details.personal.whyName'),
            t('details.personal.whyPhone'),
            t('details.personal.whyAge'),
          ]}
        />
      }
    >
      <SchemaForm form={form} lead={<KeptNotice shown={form.wasKept} />}>
        <PersonFields text={text} />
        <NativeSelect
          label={t('details.personal.language')}
          description={t('details.personal.languageHint')}
          {...text('locale')}
        >
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {t(`details.personal.languages.${locale}`)}
            </option>
          ))}
        </NativeSelect>
        <Button type="submit" wide busy={form.busy} off={!form.isChanged}>
          {form.busy ? t('details.saving') : t('details.save')}
        </Button>
      </SchemaForm>
    </FormPage>
  );
}

function answersOf({ firstName, lastName, phone, ageGroup, locale }: Profile) {
  return { firstName, lastName, phone, ageGroup: ageGroup ?? '', locale: locale as string };
}
