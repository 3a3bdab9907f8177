import { getI18n } from '@/locales/server';
import classes from './incident-banner.module.css';

/** Informs about problems with payments and account updates. Shows the operator's text if there is one. */
export async function IncidentBanner({ text }: { text: string | undefined }) {
  const t = await getI18n();
  return (
    <aside className={classes.banner} aria-label={t('common.incidentTitle')}>
      <p className={`wrap ${classes.text}`}>
        {text ?? (
          <>
            <strong>{t('common.incidentTitle')}</strong> {t('common.incidentText')}
          </>
        )}
      </p>
    </aside>
  );
}
