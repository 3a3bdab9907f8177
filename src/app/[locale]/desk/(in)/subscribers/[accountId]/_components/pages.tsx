import Link from 'next/link';
import { getI18n } from '@/locales/server';
import own from './subscriber.module.css';

interface PagesProps {
  label: string;
  /** The address of the page with newer rows; null without one. */
  newer: string | null;
  older: string | null;
}

/** Links to the neighbouring pages of a list. Shows nothing if there is one page. */
export async function Pages({ label, newer, older }: PagesProps) {
  const t = await getI18n();
  if (newer === null && older === null) return null;
  return (
    <nav className={`row ${own.pages}`} aria-label={label}>
      {newer === null ? <span /> : <Link href={newer}>{t('deskSubscribers.history.newer')}</Link>}
      {older !== null && <Link href={older}>{t('deskSubscribers.history.older')}</Link>}
    </nav>
  );
}
