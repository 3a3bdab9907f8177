'use client';

import Link from 'next/link';
import { useEffect } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { PasswordField } from '@/components/forms/password-field';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { loadPage } from '@/components/load-page';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { EmailField } from './email-field';
import classes from './entry.module.css';
import { forgetLogIn, keepLogIn } from './log-in-memory';
import { useKeptEmail } from './use-kept-email';
import type { LoginUrls } from './login-urls';

/**
 * Logs in with e-mail and password, and then opens the requested page. Links to the login methods without a
 * password.
 */
export function LogInForm({ ways }: { ways: LoginUrls }) {
  const t = useI18n();
  const form = useSchemaForm({
    prefix: 'log-in',
    initialValues: { email: '', password: '' },
    schema: async () => (await import('@/schemas/auth')).logInInput,
    labels: { email: t('auth.email'), password: t('auth.password') },
    toInput: (values) => values,
    send: async (input) => {
      await trpc.auth.logIn.mutate(input);
      forgetLogIn();
      // Loads a new document, so that no data of an earlier session stays in memory.
      loadPage(ways.next);
      return 'leaving';
    },
  });
  const text = textFields(form);
  useKeptEmail(form);
  // A visitor who opens this form starts a new log-in, so the page no longer waits for a magic link.
  useEffect(() => keepLogIn({ sentMinutes: null }), []);

  return (
    <SchemaForm form={form} className={classes.form}>
      {/* `webauthn` lets the browser offer passkeys here too, once `PasskeyLogIn` has asked for them. */}
      <EmailField {...text('email')} autoComplete="username webauthn" />
      <div>
        <PasswordField autoComplete="current-password" {...text('password')} />
        <Link href={ways.forgot} className="tap small">
          {t('auth.forgotten')}
        </Link>
      </div>
      <div className={`stack ${classes.buttons}`}>
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('auth.submitting') : t('auth.submit')}
        </Button>
        <ButtonLink
          href={ways.link}
          look="secondary"
          wide
          onClick={() => keepLogIn({ wantsLink: form.values.email.trim() !== '' })}
        >
          {t('auth.withLink')}
        </ButtonLink>
      </div>
    </SchemaForm>
  );
}
