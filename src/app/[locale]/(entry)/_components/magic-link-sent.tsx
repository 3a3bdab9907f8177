'use client';

import { TextInput } from '@/components/forms/text-input';
import { textFields } from '@/components/forms/text-fields';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { loadPage } from '@/components/load-page';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { linkOverOf, type LinkOver } from './link-over';
import { forgetLogIn } from './log-in-memory';
import { SendAgain } from './send-again';
import { useEffect, useEffectEvent } from 'react';
import { siteApi } from '@/trpc/rest-clients';
import { refusalOf } from '@/trpc/refusal';

interface MagicLinkSentProps {
  email: string;
  minutes: number;
  next: string;
  onOver: (over: LinkOver) => void;
  /** Called when the visitor wants to use another e-mail. */
  onOther: () => void;
}

/**
 * Asks the visitor to open the link in the mail. If the mail is on another device, the visitor can type its
 * code here.
 */
export function MagicLinkSent({ email, minutes, next, onOver, onOther }: MagicLinkSentProps) {
  const t = useI18n();
  useLoggedInMeanwhile(() => {
    forgetLogIn();
    loadPage(next);
  });
  const form = useSchemaForm({
    prefix: 'code',
    initialValues: { code: '' },
    schema: async () => (await import('@/schemas/auth')).loginCodeInput,
    labels: { code: t('auth.sent.code') },
    toInput: ({ code }) => ({ email, code }),
    send: async (input) => {
      await trpc.auth.useMagicLink.mutate(input);
      forgetLogIn();
      loadPage(next);
      return 'leaving';
    },
    explain: (refusal) => {
      const { code, message } = refusal;
      const over = linkOverOf(refusal);
      if (over !== null) onOver(over);
      return code === 'LOGIN_CODE_INCORRECT' ? { field: 'code', message: message ?? '' } : undefined;
    },
  });

  return (
    <EntryPage
      art="letter"
      heading={t('auth.sent.title')}
      lead={t('auth.sent.lead', { email: <strong className="anywhere strong">{email}</strong> })}
      arrived
    >
      <p className="muted mt-3">{t('auth.sent.hint', { count: minutes })}</p>
      <SchemaForm form={form} className={classes.form}>
        <TextInput
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClass={classes.code}
          maxLength={12}
          {...textFields(form)('code')}
        />
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('auth.submitting') : t('auth.submit')}
        </Button>
      </SchemaForm>
      <SendAgain
        said={t('auth.sent.done')}
        onSend={async () => {
          await trpc.auth.requestMagicLink.mutate({ email, next });
          form.setValues({ code: '' });
        }}
        onOther={onOther}
      />
    </EntryPage>
  );
}

const READ_EVERY_MS = 5_000;

/**
 * Calls `onLoggedIn` once when the visitor has logged in from another tab, for example with the link in a
 * mail. Polls while the page is visible. Does not call `onLoggedIn` if the visitor was logged in from the
 * start.
 */
function useLoggedInMeanwhile(onLoggedIn: () => void): void {
  const tell = useEffectEvent(onLoggedIn);
  useEffect(() => {
    let wasOut = false;
    let asking = false;
    const stop = new AbortController();
    const look = async () => {
      if (asking || document.visibilityState !== 'visible') return;
      asking = true;
      const isIn = await isLoggedIn();
      asking = false;
      if (isIn === null || stop.signal.aborted) return;
      if (!isIn) return void (wasOut = true);
      stop.abort();
      if (wasOut) tell();
    };
    const every = window.setInterval(() => void look(), READ_EVERY_MS);
    stop.signal.addEventListener('abort', () => window.clearInterval(every));
    document.addEventListener('visibilitychange', () => void look(), { signal: stop.signal });
    void look();
    return () => stop.abort();
  }, []);
}

/** Returns whether the visitor is logged in. Returns null if the call failed. */
async function isLoggedIn(): Promise<boolean | null> {
  try {
    await siteApi().get('/api/me');
    return true;
  } catch (refusal) {
    return refusalOf(refusal).code === 'NOT_LOGGED_IN' ? false : null;
  }
}
