'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { forgetKeptInput } from '@/components/session/kept-input';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';

/** Shows the log-out button, which ends the session on the server and clears stored input. */
export function LogOut({ className }: { className: string }) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy } = useCommand();

  const leave = () =>
    run(
      async () => {
        await trpc.auth.logOut.mutate();
        forgetKeptInput();
        // Loads a new document, so that no account data stays in memory.
        loadPage(localePath(locale, '/login?out'));
        return 'leaving';
      },
      { onProblem: ({ message }) => showToast({ message, tone: 'bad' }) },
    );

  return (
    <p className={className}>
      <Button look="secondary" busy={busy} onClick={() => void leave()}>
        {t('common.logOut')}
      </Button>
    </p>
  );
}
