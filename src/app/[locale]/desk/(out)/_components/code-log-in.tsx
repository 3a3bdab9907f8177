'use client';

import { useState } from 'react';
import { loadPage } from '@/components/load-page';
import { useLinkSecret } from '@/components/secret-link/use-link-secret';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { CodeForm } from './code-form';
import { DeadLink } from './dead-link';

/** Logs in to the desk with a mailed link and a code of the authenticator app. */
export function CodeLogIn({ next }: { next: string }) {
  const t = useI18n();
  const [secret, setSecret] = useState<string | null>();
  const [isOver, setOver] = useState(false);
  useLinkSecret(setSecret);
  if (isOver || secret === null) return <DeadLink incomplete={secret === null} />;
  return (
    <>
      <h1>{t('desk.code.heading')}</h1>
      <p className="muted anywhere mt-2">{t('desk.code.lead')}</p>
      <CodeForm
        submit={t('desk.code.submit')}
        onOver={() => setOver(true)}
        send={async (code) => {
          await desk.entry.logInWithCode.mutate({ secret: secret ?? '', code });
          loadPage(next);
          return 'leaving';
        }}
      />
    </>
  );
}
