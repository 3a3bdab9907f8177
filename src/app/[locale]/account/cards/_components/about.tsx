'use client';

import { paysBy, type PayingSession } from '@/components/payments/owed';
import { useI18n } from '@/locales/client';
import classes from './cards.module.css';

/** Explains how cards are used, beside the list. */
export function About({ session }: { session: PayingSession }) {
  const t = useI18n();
  return (
    <>
      <h2 className={`h3 ${classes.aboutTitle}`}>{t('cards.about.title')}</h2>
      <p>{t(paysBy(session, 'card') ? 'cards.about.when' : 'cards.about.offline')}</p>
      <p>{t('cards.about.safe')}</p>
    </>
  );
}
