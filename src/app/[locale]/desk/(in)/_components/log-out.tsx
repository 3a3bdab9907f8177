'use client';

import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { forgetKeptInput } from '@/components/session/kept-input';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { desk } from '@/trpc/desk';
import classes from './frame.module.css';

/** Ends the session of the desk and loads its login page, so that no data of subscribers stays in memory. */
export function LogOut() {
  const t = useI18n();
  const locale = useLocale();
  const { run } = useCommand();
  const leave = () =>
    run(
      async () => {
        await desk.entry.logOut.mutate();
        forgetKeptInput();
        loadPage(localePath(locale, '/desk/login'));
        return 'leaving';
      },
      { onProblem: ({ message }) => showToast({ message, tone: 'bad' }) },
    );
  return (
    <button type="button" className={classes.out} onClick={() => void leave()}>
      {t('common.logOut')}
    </button>
  );
}
