'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { PasswordField } from '@/components/forms/password-field';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { linkOverOf, type LinkOver } from './link-over';
import { useLinkSecret } from '@/components/secret-link/use-link-secret';
import type { LoginUrls } from './login-urls';

type State = 'asking' | 'incomplete' | 'done' | LinkOver;

/** Opens a password reset link and sets the new password. */
export function ResetPassword({ ways }: { ways: LoginUrls }) {
  const t = useI18n();
  const secret = useRef<string>(null);
  const [state, setState] = useState<State>('asking');
  const [newLine, setNewLine] = useState<string | null>(null);
  useLinkSecret((found) => {
    secret.current = found;
    setState(found === null ? 'incomplete' : 'asking');
  });

  if (state === 'asking')
    return (
      <ChoosePassword
        token={() => secret.current ?? ''}
        onDone={(linkedAt) => {
          setNewLine(linkedAt);
          setState('done');
        }}
        onOver={setState}
      />
    );
  if (state === 'done')
    return (
      <EntryPage art="sprig" heading={t('auth.reset.done')} lead={t('auth.reset.doneText')} arrived>
        {newLine !== null && <NewLine connectedAt={newLine} />}
        <p className={`stack-2 ${classes.actions}`}>
          {/* Loads a new document, because this browser has another session now. */}
          <ButtonAnchor href={ways.next} wide>
            {t('auth.reset.goOn')}
          </ButtonAnchor>
        </p>
      </EntryPage>
    );
  const texts = {
    incomplete: { heading: t('auth.open.incomplete'), lead: t('auth.open.incompleteText') },
    expired: { heading: t('auth.reset.expired'), lead: t('auth.reset.expiredText') },
    used: { heading: t('auth.used'), lead: t('auth.reset.usedText') },
  };
  return (
    <EntryPage art="rain" {...texts[state]} arrived>
      <p className={`stack-2 ${classes.actions}`}>
        <ButtonLink href={ways.forgot} wide>
          {t('auth.reset.another')}
        </ButtonLink>
      </p>
      <p className="mt-5">
        <Link className="tap" href={ways.password}>
          {t('auth.back')}
        </Link>
      </p>
    </EntryPage>
  );
}

function NewLine({ connectedAt }: { connectedAt: string }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <Notice tone="waiting" title={t('auth.reset.newLine')}>
      <p>{t('auth.reset.newLineText', { moment: momentText(connectedAt, locale) })}</p>
      <p>
        <a href={localePath(locale, '/account/details/line')}>{t('auth.reset.checkLine')}</a>
      </p>
    </Notice>
  );
}

interface ChoosePasswordProps {
  token: () => string;
  /**
   * @param newLine the ISO 8601 time at which LINE was linked, if that is recent. The owner should check it.
   * Otherwise null
   */
  onDone: (newLine: string | null) => void;
  onOver: (over: LinkOver) => void;
}

function ChoosePassword({ token, onDone, onOver }: ChoosePasswordProps) {
  const t = useI18n();
  const router = useRouter();
  const form = useSchemaForm({
    prefix: 'reset',
    initialValues: { password: '', confirmPassword: '' },
    schema: async () => (await import('@/schemas/auth')).resetPasswordInput,
    labels: { password: t('auth.reset.password'), confirmPassword: t('auth.reset.repeat') },
    toInput: (values) => ({ ...values, token: token() }),
    check: ({ password, confirmPassword }) =>
      password === confirmPassword ? {} : { confirmPassword: 'passwordsMatch' },
    send: async (input) => {
      const { newLine } = await trpc.auth.resetPassword.mutate(input);
      onDone(newLine);
      // The header of the page is that of a person who is logged in now.
      router.refresh();
    },
    explain: (refusal) => {
      const { code, message } = refusal;
      const over = linkOverOf(refusal);
      if (over !== null) onOver(over);
      return code === 'PASSWORDS_DIFFER' ? { field: 'confirmPassword', message: message ?? '' } : undefined;
    },
  });
  const text = textFields(form);

  return (
    <EntryPage art="sprig" heading={t('auth.reset.title')} lead={t('auth.reset.lead')}>
      <SchemaForm form={form} className={classes.form}>
        <PasswordField description={t('auth.reset.hint')} autoComplete="new-password" {...text('password')} />
        <PasswordField autoComplete="new-password" {...text('confirmPassword')} />
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('auth.reset.saving') : t('auth.reset.submit')}
        </Button>
      </SchemaForm>
    </EntryPage>
  );
}
