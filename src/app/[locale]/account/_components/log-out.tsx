'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { loadPage } from '@/components/load-page';
import { forgetKeptInput } from '@/components/session/kept-input';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './account.module.css';

/** Ends the session, here and on the server. */
export function LogOut() {
  const t = useI18n();
  const failureText = useFailureText();
  const locale = useLocale();
  const [leaving, setLeaving] = useState(false);
  const logOut = trpc.auth.logOut.useMutation();

  const leave = async () => {
    setLeaving(true);
    try {
      await logOut.mutateAsync();
      forgetKeptInput();
      // A full load, so that nothing of the account stays in the page's memory.
      loadPage(localePath(locale, '/login?out'));
    } catch (error) {
      setLeaving(false);
      showToast({ message: failureText(refusalOf(error)), tone: 'bad' });
    }
  };

  return (
    <p className={classes.out}>
      <Button look="secondary" busy={leaving} onClick={() => void leave()}>
        {t('common.logOut')}
      </Button>
    </p>
  );
}
