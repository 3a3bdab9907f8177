'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useI18n, useLocale } from '@/locales/client';
import { countText } from '@/locales/desk-format';
import classes from '../../../../_components/desk.module.css';

const READ_AGAIN_MS = 1500;

/** How far a rehearsal is. Reads the page again until the rehearsal has ended. */
export function Progress({ count, whole }: { count: number; whole: number }) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  useEffect(() => {
    const reading = setInterval(() => router.refresh(), READ_AGAIN_MS);
    return () => clearInterval(reading);
  }, [router]);
  const text = t('deskCatalogue.progress', {
    read: countText(count, locale),
    whole: countText(whole, locale),
  });
  return (
    <div className="stack mt-4">
      <progress className={classes.progress} value={count} max={Math.max(whole, 1)} aria-label={text} />
      <p role="status">{text}</p>
      <p className="muted anywhere small">{t('deskCatalogue.wait')}</p>
    </div>
  );
}
