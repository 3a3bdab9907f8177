'use client';

import { OpenBoxArt } from '@/components/art/box';
import { useI18n } from '@/locales/client';
import classes from './summary.module.css';

/** Shows an empty box, and how to fill it. */
export function EmptySummary() {
  const t = useI18n();
  return (
    <section className={`surface ${classes.summary}`} aria-label={t('register.summary.title')}>
      <div className={classes.picture}>
        <OpenBoxArt items={[]} />
      </div>
      <div className="pad">
        <h2 className={classes.title}>{t('box.empty')}</h2>
        <p>{t('box.emptyHint')}</p>
      </div>
    </section>
  );
}
