'use client';

import Link from 'next/link';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { Notice } from '@/components/notice';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './overview.module.css';

const FILE = 'ira-my-data.json';

/** Take everything along, or leave. */
export function MyData() {
  const t = useI18n();
  const locale = useLocale();
  const failureText = useFailureText();
  const collect = trpc.account.myData.useMutation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const download = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      save(await collect.mutateAsync({}));
      showToast({ message: t('details.data.done'), tone: 'good' });
    } catch (error) {
      setProblem(failureText(refusalOf(error)));
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  return (
    <section className={`${classes.part} ${classes.data}`} aria-labelledby="data-title">
      <h2 id="data-title">{t('details.data.title')}</h2>
      <p className={classes.muted}>{t('details.data.text')}</p>
      <Button look="secondary" busy={busy} onClick={() => void download()}>
        {busy ? t('details.data.preparing') : t('details.data.download')}
      </Button>
      {problem && <Notice tone="bad" urgent title={problem} />}
      <div>
        <Link href={localePath(locale, '/account/details/delete')} className={classes.delete}>
          {t('details.data.delete')}
        </Link>
        <p className={classes.muted}>{t('details.data.deleteHint')}</p>
      </div>
    </section>
  );
}

/** Hands the browser a file that never was on a server. */
function save(data: Record<string, unknown>): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE;
  link.click();
  // Some browsers start reading only after this turn.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
