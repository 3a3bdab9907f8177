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

const FILE = 'ira-my-data.json';

/** Take everything along, or leave. */
export function MyData() {
  const t = useI18n();
  const locale = useLocale();
  const collect = trpc.account.myData.useMutation();
  const { run, busy, problem } = useCommand();

  const download = () =>
    run(async () => {
      const data = JSON.stringify(await collect.mutateAsync({}), null, 2);
      saveFile(new Blob([data], { type: 'application/json' }), FILE);
      showToast({ message: t('details.data.done'), tone: 'good' });
    });

  return (
    <section className={`${classes.part} ${classes.data}`} aria-labelledby="data-title">
      <h2 id="data-title">{t('details.data.title')}</h2>
      <p className={classes.muted}>{t('details.data.text')}</p>
      <Button look="secondary" busy={busy} onClick={() => void download()}>
        {busy ? t('details.data.preparing') : t('details.data.download')}
      </Button>
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
