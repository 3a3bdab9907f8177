'use client';

import Link from 'next/link';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { SchemaForm } from '@/components/forms/schema-form';
import { textFields } from '@/components/forms/text-fields';
import { useSchemaForm } from '@/components/forms/use-schema-form';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { EmailField } from './email-field';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import type { LinkOver } from './link-over';
import { keepLogIn, logInMemory } from './log-in-memory';
import { useKeptEmail } from './use-kept-email';
import type { LoginUrls } from './login-urls';

const loadSent = () => import('./magic-link-sent').then((loaded) => ({ default: loaded.MagicLinkSent }));
/** The screen after the mail is sent. Its code is loaded while the visitor types the e-mail. */
const MagicLinkSent = lazy(loadSent);

type Step =
  | { at: 'asking'; over?: LinkOver; back?: boolean; requested?: boolean }
  | { at: 'sent'; email: string; minutes: number };

/**
 * Logs in without a password. Asks for the e-mail, then waits until the visitor opens the link or types its
 * code.
 */
export function MagicLink({ ways }: { ways: LoginUrls }) {
  const [step, setStep] = useState<Step>({ at: 'asking' });

  useEffect(() => {
    loadSent().catch(() => undefined);
    const { email, sentMinutes, wantsLink } = logInMemory();
    keepLogIn({ wantsLink: false });
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows whether a link was sent
    if (sentMinutes !== null) setStep({ at: 'sent', email, minutes: sentMinutes });
    else if (wantsLink) setStep({ at: 'asking', requested: true });
  }, []);

  const ask = (why: { over?: LinkOver }) => {
    keepLogIn({ sentMinutes: null });
    setStep({ at: 'asking', back: true, ...why });
  };

  if (step.at === 'sent')
    return (
      <Suspense>
        <MagicLinkSent {...step} next={ways.next} onOver={(over) => ask({ over })} onOther={() => ask({})} />
      </Suspense>
    );
  return (
    <AskForLink
      ways={ways}
      over={step.over}
      back={step.back}
      requested={step.requested}
      onSent={(sent) => {
        keepLogIn({ email: sent.email, sentMinutes: sent.minutes });
        setStep({ at: 'sent', ...sent });
      }}
    />
  );
}

interface AskForLinkProps {
  ways: LoginUrls;
  over?: LinkOver;
  back?: boolean;
  /** Whether the visitor has asked for the link on the log-in page. It is then sent immediately. */
  requested?: boolean;
  onSent: (sent: { email: string; minutes: number }) => void;
}

function AskForLink({ ways, over, back, requested, onSent }: AskForLinkProps) {
  const t = useI18n();
  const form = useSchemaForm({
    prefix: 'link',
    initialValues: { email: '' },
    schema: async () => (await import('@/schemas/auth')).requestMagicLinkInput,
    labels: { email: t('auth.email') },
    toInput: ({ email }) => ({ email, next: ways.next }),
    send: async (input) => {
      const { expiresInMinutes } = await trpc.auth.requestMagicLink.mutate(input);
      onSent({ email: input.email, minutes: expiresInMinutes });
    },
    explain: ({ code, message }) =>
      code === 'EMAIL_UNKNOWN' ? { field: 'email', message: message ?? '' } : undefined,
  });
  useKeptEmail(form);
  const { email } = form.values;
  const element = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  useEffect(() => {
    if (!requested || wasSent.current || email === '') return;
    wasSent.current = true;
    element.current?.requestSubmit();
  }, [requested, email]);

  return (
    <EntryPage art="letter" heading={t('auth.link.heading')} lead={t('auth.link.lead')} arrived={back}>
      {over && (
        <Notice tone="waiting" title={t(`auth.${over}`)} urgent>
          <p>{t('auth.link.expiredText')}</p>
        </Notice>
      )}
      <SchemaForm form={form} ref={element} className={classes.form}>
        <EmailField {...textFields(form)('email')} />
        <Button type="submit" wide busy={form.busy}>
          {form.busy ? t('auth.link.sending') : t('auth.withLink')}
        </Button>
      </SchemaForm>
      <p className="mt-5">
        <Link className="tap" href={ways.password}>
          {t('auth.withPassword')}
        </Link>
      </p>
    </EntryPage>
  );
}
