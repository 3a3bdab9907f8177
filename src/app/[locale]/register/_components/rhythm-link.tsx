'use client';

import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { useFlow } from './flow';
import classes from './rhythm-link.module.css';
import { STEP_PATHS } from './steps';

/** Shows how often and on which day the card is charged, with a link that leads to both. */
export function RhythmLink() {
  const t = useI18n();
  const locale = useLocale();
  const { draft } = useFlow();
  const href = `${localePath(locale, STEP_PATHS.plan)}#rhythm`;
  return (
    <a href={href} className={classes.rhythm}>
      {t('register.rhythm', {
        every: t(`common.perMonths${draft.frequency}`),
        day: draft.paymentDay,
      })}{' '}
      <span className={classes.change}>{t('common.change')}</span>
    </a>
  );
}
