'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { useLinkSecret } from '@/components/secret-link/use-link-secret';

/**
 * Stops optional messages with the link of a mail, without a log-in. The subscriber must tap a button, because
 * mail scanners open links.
 */
export function Unsubscribe() {
  const t = useI18n();
  const token = useRef('');
  const { run, busy, problem, forgive } = useCommand();
  const [state, setState] = useState<'asking' | 'incomplete' | 'done'>('asking');
  useLinkSecret((found) => {
    token.current = found ?? '';
    forgive();
    setState(found === null ? 'incomplete' : 'asking');
  });

  const stop = () =>
    run(
      async () => {
        await trpc.account.unsubscribe.mutate({ token: token.current });
        setState('done');
      },
      {
        explain: ({ code }) => {
          if (code !== 'TOKEN_EXPIRED' && code !== 'INPUT_INVALID') return undefined;
          setState('incomplete');
          return null;
        },
      },
    );

  if (state === 'done')
    return (
      <EntryPage
        art="letter"
        heading={t('auth.unsubscribe.done')}
        lead={t('auth.unsubscribe.doneText')}
        arrived
      />
    );
  if (state === 'incomplete')
    return (
      <EntryPage
        art="rain"
        heading={t('auth.unsubscribe.incomplete')}
        lead={t('auth.unsubscribe.incompleteText')}
        arrived
      />
    );
  return (
    <EntryPage art="letter" heading={t('auth.unsubscribe.title')} lead={t('auth.unsubscribe.lead')}>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <p className={`stack-2 ${classes.actions}`}>
        <Button wide busy={busy} onClick={() => void stop()}>
          {busy ? t('auth.unsubscribe.submitting') : t('auth.unsubscribe.submit')}
        </Button>
      </p>
    </EntryPage>
  );
}
