'use client';

import Link from 'next/link';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './_components/desk.module.css';

/** Says that a page of the desk does not exist, or not for this role. */
export default function DeskNotFound() {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <h1>{t('common.notFoundTitle')}</h1>
      <p className="lead">{t('desk.notHere')}</p>
      <p>
        <Link href={localePath(locale, '/desk')} className={`tap ${classes.summary}`}>
          {t('desk.today')}
        </Link>
      </p>
    </>
  );
}
