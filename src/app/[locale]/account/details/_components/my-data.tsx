'use client';

import Link from 'next/link';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { saveFile } from '@/components/save-file';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './overview.module.css';
import { Proof, type LoginMethods } from './proof';
import { useProof } from './use-proof';

const FILE = 'ira-my-data.json';

interface MyDataProps {
  loginMethods: LoginMethods;
  email: string;
}

/** Offers the data export and the deletion of the account. */
export function MyData({ loginMethods, email }: MyDataProps) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const proof = useProof(false);

  const download = () =>
    run(
      async () => {
        const data = JSON.stringify(await trpc.account.myData.mutate({}), null, 2);
        saveFile(new Blob([data], { type: 'application/json' }), FILE);
        showToast({ message: t('details.data.done'), tone: 'good' });
      },
      { explain: ({ code }) => (code === 'PROOF_REQUIRED' ? (proof.ask(), null) : undefined) },
    );
  const goOn = () => {
    proof.give();
    void download();
  };

  return (
    <section className={`${classes.part} ${classes.data}`} aria-labelledby="data-title">
      <h2 id="data-title">{t('details.data.title')}</h2>
      <p className={classes.muted}>{t('details.data.text')}</p>
      {proof.isNeeded ? (
        <Proof loginMethods={loginMethods} email={email} path="/account/details" asked onProven={goOn} />
      ) : (
        <Button look="secondary" busy={busy} onClick={() => void download()}>
          {busy ? t('details.data.preparing') : t('details.data.download')}
        </Button>
      )}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div>
        <Link href={localePath(locale, '/account/details/delete')} className={classes.delete}>
          {t('details.data.delete')}
        </Link>
        <p className={classes.muted}>{t('details.data.deleteHint')}</p>
      </div>
    </section>
  );
}
