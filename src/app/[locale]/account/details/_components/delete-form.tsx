'use client';

import Link from 'next/link';
import { Button, ButtonLink } from '@/components/button';
import { ErrorSummary } from '@/components/forms/error-summary';
import formClasses from '@/components/forms/form.module.css';
import { PasswordField } from '@/components/forms/password-field';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { loadPage } from '@/components/load-page';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './delete-form.module.css';
import { FormPage, Points } from './form-page';

const PREFIX = 'delete';

/** What ends, what stays and why; then the password, and a way out beside the button. */
export function DeleteForm({ hasPassword }: { hasPassword: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  const remove = trpc.account.delete.useMutation();
  const form = useSchemaForm({
    initialValues: { password: '' },
    schema: async () => (await import('@/schemas/account')).deleteAccountInput,
    labels: { password: t('details.deletion.password') },
    toInput: ({ password }) => (hasPassword ? { password } : {}),
    send: async (input) => {
      await remove.mutateAsync(input);
      // A full load, so that nothing of the account stays in the page's memory.
      loadPage(localePath(locale, '/?deleted'));
    },
    explain: ({ code, message }) => {
      if (code !== 'PASSWORD_INCORRECT') return undefined;
      return hasPassword
        ? { field: 'password', message: message ?? '' }
        : { message: t('details.logInAgain') };
    },
  });
  const text = textFields(form, PREFIX);

  return (
    <FormPage heading={t('details.deletion.heading')} lead={t('details.deletion.lead')}>
      <div className={classes.body}>
        <section className={classes.part}>
          <Points
            title={t('details.deletion.ends')}
            points={[
              t('details.deletion.ends1'),
              t('details.deletion.ends2'),
              t('details.deletion.ends3'),
              t('details.deletion.ends4'),
            ]}
          />
        </section>
        <section className={classes.part} data-kept>
          <Points
            title={t('details.deletion.kept')}
            points={[t('details.deletion.kept1'), t('details.deletion.kept2')]}
          />
        </section>
        <p className={classes.instead}>
          {t('details.deletion.instead')}{' '}
          <Link href={localePath(locale, '/account/subscription')}>{t('details.deletion.insteadLink')}</Link>
        </p>
        <form noValidate className={formClasses.form} onSubmit={(event) => void form.submit(event)}>
          <ErrorSummary
            errors={form.errors}
            prefix={PREFIX}
            problem={form.problem}
            failures={form.failures}
          />
          {hasPassword && (
            <PasswordField
              label={t('details.deletion.password')}
              autoComplete="current-password"
              {...text('password')}
            />
          )}
          <ButtonLink href={localePath(locale, '/account/details')} look="primary" wide>
            {t('details.deletion.keep')}
          </ButtonLink>
          <Button type="submit" look="secondary" wide busy={form.busy}>
            {form.busy ? t('details.deletion.submitting') : t('details.deletion.submit')}
          </Button>
        </form>
      </div>
    </FormPage>
  );
}
