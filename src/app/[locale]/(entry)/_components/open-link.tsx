'use client';

import Link from 'next/link';
import { useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { loadPage } from '@/components/load-page';
import { useI18n } from '@/locales/client';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { linkOverOf, type LinkOver } from './link-over';
import { forgetLogIn } from './log-in-memory';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useLinkFailureText, useLinkSecret } from '@/components/secret-link/use-link-secret';
import type { LoginUrls } from './login-urls';

type State =
  | { at: 'opening' }
  | { at: 'incomplete' }
  | { at: LinkOver }
  | { at: 'failed'; problem: string }
  | { at: 'elsewhere'; email: string; code: string };

/**
 * Opens a magic link. In the browser that requested the link, the visitor can log in. Any other browser shows
 * a log-in button and a code for the first browser. The visitor must tap a button to use the link, because
 * mail scanners open links.
 */
export function OpenLink({ ways }: { ways: LoginUrls }) {
  const t = useI18n();
  const failureText = useLinkFailureText();
  const secret = useRef<string>(null);
  const [state, setState] = useState<State>({ at: 'opening' });

  const enter = () => {
    forgetLogIn();
    loadPage(ways.next);
    return 'leaving' as const;
  };

  const open = async () => {
    if (secret.current === null) return setState({ at: 'incomplete' });
    setState({ at: 'opening' });
    try {
      const opened = await trpc.auth.openMagicLink.mutate({ token: secret.current });
      if (opened.loggedIn) enter();
      else setState({ at: 'elsewhere', email: opened.email, code: opened.code });
    } catch (error) {
      const refusal = refusalOf(error);
      const over = refusal.code === 'INPUT_INVALID' ? 'expired' : linkOverOf(refusal);
      setState(over ? { at: over } : { at: 'failed', problem: failureText(refusal) });
    }
  };

  useLinkSecret((found) => {
    secret.current = found;
    void open();
  });

  if (state.at === 'opening')
    return (
      <EntryPage art="letter" heading={t('auth.open.opening')}>
        <p role="status" className="anywhere">
          {t('common.loading')}
        </p>
      </EntryPage>
    );
  if (state.at === 'elsewhere')
    return (
      <OpenedElsewhere
        email={state.email}
        code={state.code}
        onOver={(at) => setState({ at })}
        onLogIn={async () => {
          await trpc.auth.useMagicLink.mutate({ token: secret.current ?? '' });
          return enter();
        }}
      />
    );
  if (state.at === 'failed')
    return (
      <EntryPage art="rain" heading={t('auth.open.failed')} lead={state.problem} arrived>
        <p className={`stack-2 ${classes.actions}`}>
          <Button wide onClick={() => void open()}>
            {t('common.tryAgain')}
          </Button>
        </p>
      </EntryPage>
    );
  const isOver = state.at !== 'incomplete';
  return (
    <EntryPage
      art="rain"
      heading={isOver ? t(`auth.${state.at}`) : t('auth.open.incomplete')}
      lead={isOver ? t('auth.link.expiredText') : t('auth.open.incompleteText')}
      arrived
    >
      <p className={`stack-2 ${classes.actions}`}>
        <ButtonLink href={ways.link} wide>
          {t('auth.open.another')}
        </ButtonLink>
      </p>
      <p className="mt-5">
        <Link className="tap" href={ways.password}>
          {t('auth.withPassword')}
        </Link>
      </p>
    </EntryPage>
  );
}

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
function OpenedElsewhere({ email, code, onLogIn, onOver }: OpenedElsewhereProps) {
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
