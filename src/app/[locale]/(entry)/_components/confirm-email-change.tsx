'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { useLinkSecret } from '@/components/secret-link/use-link-secret';

type Outcome =
  | { state: 'asking' }
  | { state: 'incomplete' }
  | { state: 'done'; email: string }
  | { state: 'over'; why: 'expired' | 'taken' };

/**
 * Confirms an e-mail change with the link of the mail. The owner must tap a button, because mail scanners
 * open links.
 */
export function ConfirmEmailChange() {
  const t = useI18n();
  const secret = useRef('');
  const { run, busy, problem, forgive } = useCommand();
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking' });

  useLinkSecret((found) => {
    secret.current = found ?? '';
    forgive();
    setOutcome({ state: found === null ? 'incomplete' : 'asking' });
  });

  const confirm = () =>
    run(
      async () => {
        const { email } = await trpc.account.confirmEmailChange.mutate({ token: secret.current });
        setOutcome({ state: 'done', email });
      },
      {
        explain: ({ code }) => {
          const isExpired = code === 'TOKEN_EXPIRED' || code === 'INPUT_INVALID';
          if (!isExpired && code !== 'EMAIL_TAKEN') return undefined;
          setOutcome({ state: 'over', why: isExpired ? 'expired' : 'taken' });
          return null;
        },
      },
    );

  if (outcome.state !== 'asking') return <Answered outcome={outcome} />;
  return (
    <EntryPage art="letter" heading={t('details.confirm.heading')} lead={t('details.confirm.text')}>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <p className={`stack-2 ${classes.actions}`}>
        <Button wide busy={busy} onClick={() => void confirm()}>
          {busy ? t('details.confirm.submitting') : t('details.confirm.submit')}
        </Button>
      </p>
    </EntryPage>
  );
}

function Answered({ outcome }: { outcome: Exclude<Outcome, { state: 'asking' }> }) {
  const t = useI18n();
  const locale = useLocale();
  const isDone = outcome.state === 'done';
  return (
    <EntryPage art={isDone ? 'sprig' : 'rain'} heading={heading()} lead={text()} arrived>
      <p className={`stack-2 ${classes.actions}`}>
        <ButtonAnchor
          href={localePath(locale, isDone ? '/account' : '/account/details/email')}
          look={isDone ? 'primary' : 'secondary'}
        >
          {isDone ? t('common.account') : t('details.confirm.toDetails')}
        </ButtonAnchor>
      </p>
    </EntryPage>
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
