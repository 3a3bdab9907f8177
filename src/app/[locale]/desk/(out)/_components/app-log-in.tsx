'use client';

import { TextInput } from '@/components/forms/text-input';
import { useState } from 'react';
import { STAFF_LINK_MINUTES } from '@/domain/staff';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from './out.module.css';

const PREFIX = 'desk-link';

/** Requests the link of a log-in with an authenticator app. Does not show whether the e-mail is known. */
export function AppLogIn() {
  const t = useI18n();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    initialValues: { email: '' },
    schema: async () => (await import('@/schemas/desk')).staffLinkInput,
    labels: { email: t('desk.logIn.email') },
    toInput: (values) => values,
    send: async (input) => {
      await desk.entry.requestLink.mutate(input);
      setSentTo(input.email);
    },
  });
  return (
    <SchemaForm
      form={form}
      prefix={PREFIX}
      className={classes.form}
      lead={
        <>
          <h2>{t('desk.logIn.byApp')}</h2>
          {sentTo !== null && (
            <Notice tone="good" urgent title={t('desk.logIn.sent')}>
              <p>{t('desk.logIn.sentText', { email: sentTo, minutes: STAFF_LINK_MINUTES })}</p>
            </Notice>
          )}
        </>
      }
    >
      <TextInput
        label={t('desk.logIn.email')}
        type="email"
        autoComplete="username"
        {...textFields(form, PREFIX)('email')}
      />
      <Button type="submit" look="secondary" wide busy={form.busy}>
        {t('desk.logIn.send')}
      </Button>
    </SchemaForm>
  );
}
