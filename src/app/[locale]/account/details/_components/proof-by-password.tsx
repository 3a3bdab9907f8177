'use client';

import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { PasswordField } from '@/components/forms/password-field';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';

interface ProofByPasswordProps {
  email: string;
  onProven: () => void;
}

/** Confirms the identity of the logged-in subscriber by the password. */
export function ProofByPassword({ email, onProven }: ProofByPasswordProps) {
  const t = useI18n();
  const form = useSchemaForm({
    prefix: 'proof',
    initialValues: { password: '' },
    schema: async () => (await import('@/schemas/auth')).logInInput,
    labels: { password: t('auth.password') },
    toInput: ({ password }) => ({ email, password }),
    send: async (input) => {
      await trpc.auth.logIn.mutate(input);
      onProven();
    },
    explain: ({ code }) =>
      code === 'LOGIN_INCORRECT' ? { field: 'password', message: t('details.proof.wrong') } : undefined,
  });
  return (
    <SchemaForm form={form}>
      {/* Names the account of this password for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField autoComplete="current-password" {...textFields(form)('password')} />
      <Button type="submit" wide busy={form.busy}>
        {form.busy ? t('details.proof.confirming') : t('details.proof.confirm')}
      </Button>
    </SchemaForm>
  );
}
