'use client';

import { TextInput } from '@mantine/core';
import Link from 'next/link';
import { OpenBoxArt } from '@/components/art/box';
import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import { PasswordField } from '@/components/forms/password-field';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './entry.module.css';

const PREFIX = 'log-in';

interface LogInFormProps {
  /** One of our own pages: where they wanted to be. */
  next: string;
  asked: boolean;
  loggedOut: boolean;
}

/** E-mail and password; afterwards back to where somebody was going. */
export function LogInForm({ next, asked, loggedOut }: LogInFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const logIn = trpc.auth.logIn.useMutation();
  const form = useSchemaForm({
    initialValues: { email: '', password: '' },
    schema: async () => (await import('@/schemas/auth')).logInInput,
    labels: { email: t('auth.email'), password: t('auth.password') },
    toInput: (values) => values,
    send: async (input) => {
      await logIn.mutateAsync(input);
      // A full load, so that nothing of the visit before stays in the page's memory.
      loadPage(next);
    },
  });
  const text = textFields(form, PREFIX);

  return (
    <div className={classes.page}>
      <OpenBoxArt
        items={[
          { productCode: 'day-pads', quantity: 1 },
          { productCode: 'panty-liners', quantity: 1 },
        ]}
        className={classes.art}
      />
      <h1>{t('auth.heading')}</h1>
      {asked && <Notice tone="info">{t('auth.next')}</Notice>}
      {loggedOut && <Notice tone="good">{t('auth.loggedOut')}</Notice>}
      <form noValidate className={classes.form} onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary errors={form.errors} prefix={PREFIX} problem={form.problem} failures={form.failures} />
        <TextInput
          label={t('auth.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...text('email')}
        />
        <PasswordField label={t('auth.password')} autoComplete="current-password" {...text('password')} />
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('auth.submitting') : t('auth.submit')}
        </Button>
      </form>
      <p className={classes.other}>
        {t('auth.newHere')} <Link href={localePath(locale, '/register')}>{t('auth.register')}</Link>
      </p>
    </div>
  );
}
