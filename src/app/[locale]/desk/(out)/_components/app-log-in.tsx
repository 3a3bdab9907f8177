'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useState } from 'react';
import { STAFF_LINK_MINUTES } from '@/domain/staff';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from './out.module.css';

/** Requests the link of a log-in with an authenticator app. Does not show whether the e-mail is known. */
export function AppLogIn() {
  const t = useI18n();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSchemaForm({
    prefix: 'desk-link',
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
      <TextInput type="email" autoComplete="username" {...textFields(form)('email')} />
      <Button type="submit" look="secondary" wide busy={form.busy}>
        {t('desk.logIn.send')}
      </Button>
    </SchemaForm>
  );
}
