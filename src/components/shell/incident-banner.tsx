import { getI18n } from '@/locales/server';
import classes from './incident-banner.module.css';

/** Problems with payments and account updates, said before anyone meets them. */
export async function IncidentBanner() {
  const t = await getI18n();
  return (
    <aside className={classes.banner} aria-label={t('common.incidentTitle')}>
      <p className={classes.text}>
        <strong>{t('common.incidentTitle')}</strong> {t('common.incidentText')}
      </p>
    </aside>
  );
}
