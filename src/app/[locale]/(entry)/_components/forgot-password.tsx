'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { EmailField } from './email-field';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { SendAgain } from './send-again';
import { useKeptEmail } from './use-kept-email';
import type { LoginUrls } from './login-urls';

/** Requests a link to set a new password. The response does not reveal whether the account exists. */
export function ForgotPassword({ ways }: { ways: LoginUrls }) {
  const t = useI18n();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [back, setBack] = useState(false);

  if (sentTo === null)
    return (
      <AskForReset
        ways={ways}
        back={back}
        onSend={async (email) => {
          await trpc.auth.requestPasswordReset.mutate({ email });
          setSentTo(email);
        }}
      />
    );
  return (
    <EntryPage
      art="letter"
      heading={t('auth.sent.title')}
      lead={t('auth.forgot.sentLead', { email: <strong className="anywhere strong">{sentTo}</strong> })}
      arrived
    >
      <p className="muted mt-3">{t('auth.forgot.sentHint')}</p>
      <SendAgain
        said={t('auth.forgot.done')}
        onSend={async () => void (await trpc.auth.requestPasswordReset.mutate({ email: sentTo }))}
        onOther={() => {
          setBack(true);
          setSentTo(null);
        }}
      />
      <p className="mt-5">
        <Link className="tap" href={ways.password}>
          {t('auth.back')}
        </Link>
      </p>
    </EntryPage>
  );
}

interface AskForResetProps {
  ways: LoginUrls;
  back: boolean;
  onSend: (email: string) => Promise<void>;
}

function AskForReset({ ways, back, onSend }: AskForResetProps) {
  const t = useI18n();
  const form = useSchemaForm({
    prefix: 'forgot',
    initialValues: { email: '' },
    schema: async () => (await import('@/schemas/auth')).requestPasswordResetInput,
    labels: { email: t('auth.email') },
    toInput: (values) => values,
    send: ({ email }) => onSend(email),
  });
  useKeptEmail(form);
  return (
    <EntryPage art="sprig" heading={t('auth.forgot.title')} lead={t('auth.forgot.lead')} arrived={back}>
      <SchemaForm form={form} className={classes.form}>
        <EmailField {...textFields(form)('email')} />
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('auth.link.sending') : t('auth.forgot.submit')}
        </Button>
      </SchemaForm>
      <p className="mt-5">
        <Link className="tap" href={ways.password}>
          {t('auth.back')}
        </Link>
      </p>
    </EntryPage>
  );
}
