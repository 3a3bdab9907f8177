'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { linkOverOf, type LinkOver } from './link-over';
import { useLinkFailureText } from '@/components/secret-link/use-link-secret';

interface OpenedElsewhereProps {
  /** The e-mail, partly masked. */
  email: string;
  /** Empty for a link in LINE, which no browser has requested. */
  code: string;
  onLogIn: () => Promise<'leaving'>;
  onOver: (over: LinkOver) => void;
}

/**
 * The page for a magic link that is opened in another browser than the one that requested it. The visitor can
 * log in here, or type the code in the first browser.
 */
export function OpenedElsewhere({ email, code, onLogIn, onOver }: OpenedElsewhereProps) {
  const t = useI18n();
  const failureText = useLinkFailureText();
  const { run, busy, problem } = useCommand();
  const isOfLine = code === '';

  const logIn = () =>
    run(onLogIn, {
      explain: (refusal) => {
        const over = linkOverOf(refusal);
        if (over === null) return { code: refusal.code, message: failureText(refusal) };
        onOver(over);
        return null;
      },
    });

  return (
    <EntryPage
      art="letter"
      heading={t(isOfLine ? 'auth.open.line' : 'auth.open.heading')}
      lead={t(isOfLine ? 'auth.open.lineLead' : 'auth.open.lead', {
        email: <strong className="anywhere strong">{email}</strong>,
      })}
      arrived
    >
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <section className={`card mt-4 ${classes.place}`}>
        {!isOfLine && <h2>{t('auth.open.here')}</h2>}
        {!isOfLine && <p>{t('auth.open.hereText')}</p>}
        <Button wide busy={busy} onClick={() => void logIn()}>
          {busy ? t('auth.submitting') : t('auth.open.hereSubmit')}
        </Button>
      </section>
      {!isOfLine && (
        <section className={`card mt-4 ${classes.place}`}>
          <h2>{t('auth.open.there')}</h2>
          <p>{t('auth.open.thereText')}</p>
          <LoginCode code={code} />
        </section>
      )}
      <p className="muted mt-3">{t(isOfLine ? 'auth.open.lineWarning' : 'auth.open.warning')}</p>
    </EntryPage>
  );
}

function LoginCode({ code }: { code: string }) {
  const t = useI18n();
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      {/* Screen readers read the digits one by one. Copied text contains no space. */}
      <p className={classes.digits}>
        <span aria-hidden>
          <span>{code.slice(0, 3)}</span>
          <span>{code.slice(3)}</span>
        </span>
        <span className={classes.unseen}>{[...code].join(' ')}</span>
      </p>
      <p className={classes.copy}>
        <Button
          look="quiet"
          onClick={() =>
            void navigator.clipboard?.writeText(code).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          <span aria-live="polite">{isCopied ? t('auth.open.copied') : t('auth.open.copy')}</span>
        </Button>
      </p>
    </>
  );
}
