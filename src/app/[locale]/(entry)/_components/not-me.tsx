'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { Button, ButtonLink } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { LeafList } from '@/components/leaf-list';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './entry.module.css';
import { EntryPage } from './entry-page';
import { useLinkSecret } from '@/components/secret-link/use-link-secret';

type State = { at: 'asking' } | { at: 'expired' } | { at: 'done'; email: string };

/**
 * Undoes an account change that the owner reports as not their own. The owner must tap a button, because mail
 * scanners open links.
 */
export function NotMe() {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const secret = useRef('');
  const { run, busy, problem, forgive } = useCommand();
  const [state, setState] = useState<State>({ at: 'asking' });
  useLinkSecret((found) => {
    secret.current = found ?? '';
    forgive();
    setState({ at: found === null ? 'expired' : 'asking' });
  });

  const report = () =>
    run(
      async () => {
        const { email } = await trpc.auth.reportNotMe.mutate({ token: secret.current });
        setState({ at: 'done', email });
        // The frame around the page must show that the session has ended.
        router.refresh();
      },
      {
        explain: ({ code }) => {
          if (code !== 'TOKEN_EXPIRED' && code !== 'INPUT_INVALID') return undefined;
          setState({ at: 'expired' });
          return null;
        },
      },
    );

  if (state.at === 'done')
    return (
      <EntryPage
        art="letter"
        heading={t('auth.notMe.done')}
        lead={t('auth.notMe.doneText', { email: <strong>{state.email}</strong> })}
        arrived
      />
    );
  if (state.at === 'expired')
    return (
      <EntryPage art="rain" heading={t('auth.notMe.expired')} lead={t('auth.notMe.expiredText')} arrived>
        <p className={`stack-2 ${classes.actions}`}>
          <ButtonLink href={localePath(locale, '/forgot-password')} look="secondary">
            {t('auth.notMe.reset')}
          </ButtonLink>
        </p>
      </EntryPage>
    );
  return (
    <EntryPage art="letter" heading={t('auth.notMe.title')} lead={t('auth.notMe.lead')}>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <LeafList>
        <li>{t('auth.notMe.undo')}</li>
        <li>{t('auth.notMe.out')}</li>
        <li>{t('auth.notMe.mail')}</li>
      </LeafList>
      <p className={`stack-2 ${classes.actions}`}>
        <Button wide busy={busy} onClick={() => void report()}>
          {busy ? t('auth.notMe.submitting') : t('auth.notMe.submit')}
        </Button>
      </p>
    </EntryPage>
  );
}
