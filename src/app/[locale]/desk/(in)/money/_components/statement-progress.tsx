'use client';

import { useEffect, useState } from 'react';
import { useI18n } from '@/locales/client';
import { desk, type DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';

const READ_AGAIN_MS = 1000;

/** How many lines of the statement are done, while the server reads or books it. */
export function StatementProgress() {
  const t = useI18n();
  const [progress, setProgress] = useState<DeskOutputs['money']['statementProgress']>(null);
  useEffect(() => {
    const read = () => desk.money.statementProgress.query().then(setProgress, () => undefined);
    const reading = setInterval(() => void read(), READ_AGAIN_MS);
    return () => clearInterval(reading);
  }, []);
  const text = progress
    ? t('deskMoney.progress', { done: progress.done, whole: progress.whole })
    : t('deskMoney.importing');
  return (
    <div className="stack-2">
      <progress
        className={classes.progress}
        value={progress?.done}
        max={Math.max(progress?.whole ?? 0, 1)}
        aria-label={text}
      />
      <p role="status">{text}</p>
    </div>
  );
}
