'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import formClasses from '@/components/forms/form.module.css';
import { useCommand } from '@/components/forms/use-command';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';

interface ProofByMailProps {
  email: string;
  /** The path, with language, of the page that the link in the mail opens. */
  next: string;
  onProven: () => void;
}

/**
 * Confirms the identity of the subscriber by mail. The mail contains a code to type here, and a link that can
 * be opened in another tab.
 */
export function ProofByMail({ email, next, onProven }: ProofByMailProps) {
  const t = useI18n();
  const { run, busy, problem } = useCommand();
  const [sent, setSent] = useState(0);

  const send = () =>
    run(async () => {
      await trpc.auth.requestMagicLink.mutate({ email, next });
      setSent((count) => count + 1);
    });

  return (
    <div className={`stack-5 mt-5 ${formClasses.form}`}>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {sent > 0 && <Code key={sent} email={email} onProven={onProven} />}
      <Button look="secondary" wide busy={busy} onClick={() => void send()}>
        {label()}
      </Button>
    </div>
  );

  function label() {
    if (busy) return t('details.proof.sending');
    return sent > 0 ? t('details.proof.again') : t('details.proof.mail');
  }
}

function Code({ email, onProven }: Omit<ProofByMailProps, 'next'>) {
  const t = useI18n();
  useProvenMeanwhile(onProven);
  const form = useSchemaForm({
    prefix: 'proof-code',
    initialValues: { code: '' },
    schema: async () => (await import('@/schemas/auth')).loginCodeInput,
    labels: { code: t('details.proof.code') },
    toInput: ({ code }) => ({ email, code }),
    send: async (input) => {
      await trpc.auth.useMagicLink.mutate(input);
      onProven();
    },
    explain: ({ code, message }) =>
      code === 'LOGIN_CODE_INCORRECT' ? { field: 'code', message: message ?? '' } : undefined,
  });
  return (
    <SchemaForm
      form={form}
      lead={<p role="status">{t('details.proof.sent', { email: <strong>{email}</strong> })}</p>}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...textFields(form)('code')}
      />
      <Button type="submit" wide busy={form.busy}>
        {form.busy ? t('details.proof.confirming') : t('details.proof.confirmCode')}
      </Button>
    </SchemaForm>
  );
}

/** Calls `onProven` when this tab becomes visible and the link was opened in another tab. */
function useProvenMeanwhile(onProven: () => void) {
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return;
    const ways = await trpc.account.loginMethods.query().catch(() => null);
    if (ways?.freshLogIn) onProven();
  });
  useEffect(() => {
    const listener = () => void look();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
}
