import Link from 'next/link';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import classes from './out.module.css';

/** Says that a link of the desk has ended or lacks its secret. */
export function DeadLink({ incomplete }: { incomplete: boolean }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <h1>{t(incomplete ? 'desk.link.incomplete' : 'desk.link.expired')}</h1>
      {!incomplete && <p className="muted anywhere mt-2">{t('desk.link.expiredText')}</p>}
      <p className={`stack-5 mt-5 ${classes.form}`}>
        <Link href={localePath(locale, '/desk/login')}>{t('desk.link.toLogIn')}</Link>
      </p>
    </>
  );
}
