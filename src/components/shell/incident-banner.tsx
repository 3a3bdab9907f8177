import { getI18n } from '@/locales/server';
import classes from './incident-banner.module.css';

/** Problems with payments and account updates, said before anyone meets them; in the operator's words when there are any. */
export async function IncidentBanner({ text }: { text: string | undefined }) {
  const t = await getI18n();
  return (
    <aside className={classes.banner} aria-label={t('common.incidentTitle')}>
      <p className={classes.text}>
        {text ?? (
          <>
            <strong>{t('common.incidentTitle')}</strong> {t('common.incidentText')}
          </>
        )}
      </p>
    </aside>
  );
}
