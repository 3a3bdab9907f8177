'use client';

import { useI18n } from '@/locales/client';
import classes from './cards.module.css';
import { isOffline, type Session } from './owed';

/** Explains how cards are used, beside the list. */
export function About({ session }: { session: Session }) {
  const t = useI18n();
  return (
    <>
      <h2 className={`h3 ${classes.aboutTitle}`}>{t('cards.about.title')}</h2>
      <p>{isOffline(session) ? t('cards.about.offline') : t('cards.about.when')}</p>
      <p>{t('cards.about.safe')}</p>
    </>
  );
}
