'use client';

import Link from 'next/link';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './overview.module.css';
import { Proof, type LoginMethods } from './proof';
import { useProvenCommand } from './use-proven-command';

const FILE = 'ira-my-data.json';

interface MyDataProps {
  loginMethods: LoginMethods;
  email: string;
}

/** Offers the data export and the deletion of the account. */
export function MyData({ loginMethods, email }: MyDataProps) {
  const t = useI18n();
  const locale = useLocale();
  const { start, confirmed, busy, problem, isProofNeeded } = useProvenCommand(async () => {
    const data = JSON.stringify(await trpc.account.myData.mutate({}), null, 2);
    saveFile(new Blob([data], { type: 'application/json' }), FILE);
    showToast({ message: t('details.data.done'), tone: 'good' });
  });

  return (
    <section className={`card anywhere stack ${classes.data}`} aria-labelledby="data-title">
      <h2 id="data-title">{t('details.data.title')}</h2>
      <p className="muted small">{t('details.data.text')}</p>
      {isProofNeeded ? (
        <Proof loginMethods={loginMethods} email={email} path="/account/details" asked onProven={confirmed} />
      ) : (
        <Button look="secondary" busy={busy} onClick={() => void start()}>
          {busy ? t('details.data.preparing') : t('details.data.download')}
        </Button>
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div>
        <Link href={localePath(locale, '/account/details/delete')} className="tap">
          {t('details.data.delete')}
        </Link>
        <p className="muted small">{t('details.data.deleteHint')}</p>
      </div>
    </section>
  );
}
