'use client';

import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { Picture } from './pictures';

type Outcome =
  | { state: 'asking'; problem?: string }
  | { state: 'incomplete' }
  | { state: 'done'; email: string }
  | { state: 'over'; why: 'expired' | 'taken' };

/**
 * Opens the link of an e-mail change. Its secret is in the fragment, which no server and no log ever sees, and it is
 * used by a tap only: programs that look into mails open links, too.
 */
export function ConfirmEmailChange() {
  const t = useI18n();
  const failureText = useFailureText();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking' });
  const { mutateAsync } = trpc.account.confirmEmailChange.useMutation();

  useEffect(() => {
    const look = () => setOutcome({ state: window.location.hash.length > 1 ? 'asking' : 'incomplete' });
    look();
    // A second link opened in the same tab changes nothing but the fragment.
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);

  const confirm = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      const { email } = await mutateAsync({ token: window.location.hash.slice(1) });
      window.history.replaceState(null, '', window.location.pathname);
      setOutcome({ state: 'done', email });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'EMAIL_TAKEN') setOutcome({ state: 'over', why: 'taken' });
      else if (refusal.code === 'TOKEN_EXPIRED' || refusal.code === 'INPUT_INVALID') {
        setOutcome({ state: 'over', why: 'expired' });
      } else setOutcome({ state: 'asking', problem: failureText(refusal) });
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  if (outcome.state !== 'asking') return <Answered outcome={outcome} />;
  return (
    <div className={classes.page}>
      <Picture name="letter" />
      <h1>{t('details.confirm.heading')}</h1>
      <p>{t('details.confirm.text')}</p>
      {outcome.problem && <Notice tone="bad" urgent title={outcome.problem} />}
      <p className={classes.actions}>
        <Button wide busy={busy} onClick={() => void confirm()}>
          {busy ? t('details.confirm.submitting') : t('details.confirm.submit')}
        </Button>
      </p>
    </div>
  );
}

function Answered({ outcome }: { outcome: Exclude<Outcome, { state: 'asking' }> }) {
  const t = useI18n();
  const locale = useLocale();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isDone = outcome.state === 'done';
  return (
    <div className={classes.page}>
      <Picture name={isDone ? 'sprig' : 'rain'} />
      <h1 ref={title} tabIndex={-1}>
        {heading()}
      </h1>
      <p>{text()}</p>
      <p className={classes.actions}>
        <ButtonLink
          href={localePath(locale, isDone ? '/account' : '/account/details/email')}
          look={isDone ? 'primary' : 'secondary'}
          hard
        >
          {isDone ? t('common.account') : t('details.confirm.toDetails')}
        </ButtonLink>
      </p>
    </div>
  );

  function heading() {
    if (outcome.state === 'done') return t('details.confirm.done');
    return outcome.state === 'over' ? t('details.confirm.expired') : t('details.confirm.incomplete');
  }

  function text() {
    if (outcome.state === 'done')
      return t('details.confirm.doneText', { email: <strong>{outcome.email}</strong> });
    if (outcome.state === 'incomplete') return t('details.confirm.incompleteText');
    return outcome.why === 'taken' ? t('details.confirm.taken') : t('details.confirm.expiredText');
  }
}
