'use client';

import Link from 'next/link';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { PasswordField } from '@/components/forms/password-field';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useDone } from '@/components/use-done';
import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { FormPage, Points } from './form-page';
import type { Profile } from './overview';
import { Proof, type LoginMethods } from './proof';
import { useProof } from './use-proof';

const PATH = '/account/details/password';

interface PasswordFormProps {
  profile: Profile;
  loginMethods: LoginMethods;
}

/** Changes the password, or sets a first password. */
export function PasswordForm({ profile: { email, hasPassword }, loginMethods }: PasswordFormProps) {
  const t = useI18n();
  const done = useDone('/account/details');
  const proof = useProof(!hasPassword && !loginMethods.freshLogIn);
  const form = useSchemaForm({
    prefix: 'password',
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
      await trpc.account.updatePassword.mutate(input);
      done(hasPassword ? t('details.password.saved') : t('details.password.savedFirst'));
    },
    keptAs: 'password',
    explain: ({ code, message }) => {
      if (code === 'PASSWORDS_DIFFER') return { field: 'confirmPassword', message: message ?? '' };
      if (code === 'PROOF_REQUIRED') proof.ask();
      return code === 'PASSWORD_INCORRECT' ? { field: 'currentPassword', message: message ?? '' } : undefined;
    },
  });
  const text = textFields(form);

  return (
    <FormPage
      heading={hasPassword ? t('details.password.heading') : t('details.password.headingFirst')}
      lead={hasPassword ? undefined : t('details.password.leadFirst')}
      aside={
        <Points
          title={t('details.password.how')}
          points={[t('details.password.how1'), t('details.password.how2')]}
        />
      }
    >
      {loginMethods.line?.isNew && <NewLine connectedAt={loginMethods.line.connectedAt} />}
      {proof.isNeeded && (
        <Proof
          loginMethods={loginMethods}
          email={email}
          path={PATH}
          asked={proof.isAsked}
          onProven={proof.give}
        />
      )}
      {!proof.isNeeded && (
        <SchemaForm form={form}>
          {/* Names the account of this password for password managers. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          {hasPassword && <PasswordField autoComplete="current-password" {...text('currentPassword')} />}
          <PasswordField
            {...text('password')}
            label={hasPassword ? t('details.password.new') : t('auth.password')}
            description={t('details.password.newHint')}
            autoComplete="new-password"
          />
          <PasswordField
            {...text('confirmPassword')}
            label={hasPassword ? t('details.password.repeat') : t('details.password.repeatFirst')}
            autoComplete="new-password"
          />
          <Button type="submit" wide busy={form.busy}>
            {label()}
          </Button>
        </SchemaForm>
      )}
    </FormPage>
  );

  function label() {
    if (form.busy) return t('details.saving');
    return hasPassword ? t('details.password.submit') : t('details.password.submitFirst');
  }
}

/**
 * Asks whether a recently linked LINE account belongs to the owner. Another person's LINE account could still
 * log in after the password is changed.
 */
function NewLine({ connectedAt }: { connectedAt: string }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <Notice tone="waiting" title={t('details.password.newLine')}>
      <p>{t('details.password.newLineText', { moment: momentText(connectedAt, locale) })}</p>
      <p>
        <Link href={localePath(locale, '/account/details/line')}>{t('details.password.checkLine')}</Link>
      </p>
    </Notice>
  );
}
