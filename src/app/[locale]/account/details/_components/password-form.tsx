'use client';

import { Button } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import classes from '@/components/forms/form.module.css';
import { PasswordField } from '@/components/forms/password-field';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { FormPage, Points, useDone } from './form-page';
import type { Profile } from './overview';

const PREFIX = 'password';

/** Another password, or the first one of an account that has none. */
export function PasswordForm({ profile: { email, hasPassword } }: { profile: Profile }) {
  const t = useI18n();
  const done = useDone();
  const update = trpc.account.updatePassword.useMutation();
  const form = useSchemaForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    schema: async () => (await import('@/schemas/account')).updatePasswordInput,
    labels: {
      currentPassword: t('details.password.current'),
      password: t('details.password.new'),
      confirmPassword: t('details.password.repeat'),
    },
    check: ({ currentPassword, password, confirmPassword }) => ({
      ...(hasPassword && currentPassword === '' && { currentPassword: 'required' as const }),
      ...(confirmPassword === '' && { confirmPassword: 'required' as const }),
      ...(confirmPassword !== password && { confirmPassword: 'passwordsMatch' as const }),
    }),
    toInput: ({ currentPassword, ...input }) => ({ ...input, ...(hasPassword && { currentPassword }) }),
    send: async (input) => {
      await update.mutateAsync(input);
      done(t('details.password.saved'));
    },
    explain: ({ code, message }) => {
      if (code === 'PASSWORDS_DIFFER') return { field: 'confirmPassword', message: message ?? '' };
      if (code !== 'PASSWORD_INCORRECT') return undefined;
      return hasPassword
        ? { field: 'currentPassword', message: message ?? '' }
        : { message: t('details.logInAgain') };
    },
  });
  const text = textFields(form, PREFIX);

  return (
    <FormPage
      heading={hasPassword ? t('details.password.heading') : t('details.password.headingFirst')}
      aside={
        <Points
          title={t('details.password.how')}
          points={[t('details.password.how1'), t('details.password.how2')]}
        />
      }
    >
      <form noValidate className={classes.form} onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary errors={form.errors} prefix={PREFIX} problem={form.problem} failures={form.failures} />
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label={t('details.password.current')}
            autoComplete="current-password"
            {...text('currentPassword')}
          />
        )}
        <PasswordField
          label={t('details.password.new')}
          description={t('details.password.newHint')}
          autoComplete="new-password"
          {...text('password')}
        />
        <PasswordField
          label={t('details.password.repeat')}
          autoComplete="new-password"
          {...text('confirmPassword')}
        />
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('details.saving') : t('details.password.submit')}
        </Button>
      </form>
    </FormPage>
  );
}
