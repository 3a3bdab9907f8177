import { getI18n } from '@/locales/server';

/** Informs about problems with payments and account updates. Shows the operator's text if there is one. */
export async function IncidentBanner({ text }: { text: string | undefined }) {
  const t = await getI18n();
  return (
    <aside className="info small" aria-label={t('common.incidentTitle')}>
      <p className="note wrap">
        {text ?? (
          <>
            <strong>{t('common.incidentTitle')}</strong> {t('common.incidentText')}
          </>
        )}
      </p>
    </aside>
  );
}
