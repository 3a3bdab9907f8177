'use client';

import { useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { linkOverOf, type LinkOver } from './link-over';
import { useLinkFailureText, useLinkSecret } from '@/components/secret-link/use-link-secret';

interface VerifyEmailProps {
  /** The e-mail of the current session, or null without a session. */
  email: string | null;
  verified: boolean;
}

type State =
  | { at: 'looking' }
  | { at: 'asking' }
  | { at: 'done' }
  | { at: LinkOver }
  | { at: 'waiting' }
  | { at: 'failed'; problem: string };

/**
 * Verifies the e-mail with the link of the welcome mail. If the link is missing or expired, offers a new
 * link. Without a session, the visitor must tap a button to use the link, because mail scanners open links.
 */
export function VerifyEmail({ email, verified }: VerifyEmailProps) {
  const t = useI18n();
  const locale = useLocale();
  const failureText = useLinkFailureText();
  const secret = useRef<string>(null);
  const [state, setState] = useState<State>({ at: 'looking' });

  const open = async () => {
    if (secret.current === null) return setState({ at: verified ? 'done' : 'waiting' });
    setState({ at: 'looking' });
    try {
      await trpc.registration.confirmEmail.mutate({ token: secret.current });
      setState({ at: 'done' });
    } catch (error) {
      const refusal = refusalOf(error);
      const over = refusal.code === 'INPUT_INVALID' ? 'expired' : linkOverOf(refusal);
      // If the e-mail is already verified, a used link shows the same result again.
      if (over) setState({ at: verified ? 'done' : over });
      else setState({ at: 'failed', problem: failureText(refusal) });
    }
  };
  useLinkSecret((found) => {
    secret.current = found;
    if (found !== null && email === null) setState({ at: 'asking' });
    else void open();
  });

  if (state.at === 'asking')
    return (
      <EntryPage
        art="letter"
        heading={t('register.confirmEmail.title')}
        lead={t('register.confirmEmail.askText')}
      >
        <p className={`stack-2 ${classes.actions}`}>
          <Button wide onClick={() => void open()}>
            {t('register.confirmEmail.submit')}
          </Button>
        </p>
      </EntryPage>
    );

  if (state.at === 'looking')
    return (
      <EntryPage art="letter" heading={t('register.confirmEmail.title')}>
        <p role="status" className="anywhere">
          {t('common.loading')}
        </p>
      </EntryPage>
    );
  if (state.at === 'done')
    return (
      <EntryPage
        art="sprig"
        heading={t('register.confirmEmail.done')}
        lead={t('register.confirmEmail.doneText')}
        arrived
      >
        <p className={`stack-2 ${classes.actions}`}>
          <ButtonLink href={localePath(locale, '/account')}>{t('common.account')}</ButtonLink>
        </p>
      </EntryPage>
    );
  if (state.at === 'failed')
    return (
      <EntryPage art="rain" heading={t('auth.open.failed')} lead={state.problem} arrived>
        <p className={`stack-2 ${classes.actions}`}>
          <Button onClick={() => void open()}>{t('common.tryAgain')}</Button>
        </p>
      </EntryPage>
    );
  const headings = { expired: t('register.confirmEmail.expired'), used: t('auth.used') };
  const isOver = state.at === 'expired' || state.at === 'used';
  return (
    <EntryPage
      art={isOver ? 'rain' : 'letter'}
      heading={isOver ? headings[state.at] : t('auth.verify.heading')}
      lead={email === null ? t('auth.verify.logInText') : wherefrom(email)}
      arrived
    >
      {email === null ? (
        <LogInFirst />
      ) : (
        <NewLink email={email} onVerified={() => setState({ at: 'done' })} />
      )}
    </EntryPage>
  );

  function wherefrom(to: string) {
    const address = <strong className="anywhere strong">{to}</strong>;
    return isOver
      ? t('auth.verify.expiredText', { email: address })
      : t('auth.verify.text', { email: address });
  }
}

/** Offers a log-in that returns to this page. Only a logged-in visitor can request a new link. */
function LogInFirst() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <p className={`stack-2 ${classes.actions}`}>
      <ButtonLink href={logInPath(locale, localePath(locale, '/verify-email'))} wide>
        {t('auth.verify.logIn')}
      </ButtonLink>
    </p>
  );
}

function NewLink({ email, onVerified }: { email: string; onVerified: () => void }) {
  const t = useI18n();
  const [sent, setSent] = useState(false);
  const { run, busy, problem } = useCommand();

  const send = () =>
    run(async () => {
      const { verificationSent } = await trpc.account.resendVerification.mutate();
      if (verificationSent) setSent(true);
      else onVerified();
    });

  return (
    <>
      <div role="status">
        {sent && (
          <Notice tone="good">
            <p>{t('auth.verify.sent', { email: <strong className="anywhere strong">{email}</strong> })}</p>
          </Notice>
        )}
      </div>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {!sent && (
        <p className={`stack-2 ${classes.actions}`}>
          <Button wide busy={busy} onClick={() => void send()}>
            {busy ? t('auth.link.sending') : t('auth.verify.again')}
          </Button>
        </p>
      )}
    </>
  );
}
