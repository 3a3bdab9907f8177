'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { signWithPasskey } from '@/components/passkeys/ceremonies';
import { usePasskeySupport } from '@/components/passkeys/use-passkey-support';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import classes from './out.module.css';

/** Logs in to the desk with a passkey. @param next the page to open after the log-in */
export function PasskeyLogIn({ next }: { next: string }) {
  const t = useI18n();
  const isSupported = usePasskeySupport();
  const { run, busy, problem } = useCommand();
  const [isStopped, setStopped] = useState(false);

  const begin = () =>
    run(async () => {
      setStopped(false);
      const response = await signWithPasskey(await desk.entry.requestPasskey.mutate());
      if (!response) return setStopped(true);
      await desk.entry.logIn.mutate({ response });
      loadPage(next);
      return 'leaving';
    });

  if (isSupported === false) return <p className="muted anywhere mt-2">{t('desk.logIn.noPasskeys')}</p>;
  return (
    <div className={`stack-5 mt-5 ${classes.form}`}>
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      {isStopped && !problem && <Notice tone="waiting" urgent title={t('desk.logIn.stopped')} />}
      <Button wide busy={busy} onClick={() => void begin()}>
        {busy ? t('desk.logIn.waiting') : t('desk.logIn.passkey')}
      </Button>
    </div>
  );
}
