import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';

interface QuotaProps {
  locale: Locale;
  quota: NonNullable<DeskOutputs['messages']['quota']>;
}

/** Shows how many messages of the month LINE has taken, and what follows near the limit. */
export async function Quota({ locale, quota: { limit, used, readAt, isOptionalMailed } }: QuotaProps) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <p>
        <strong>
          {limit === null ? t('deskMessages.quotaNone', { used }) : t('deskMessages.quota', { used, limit })}
        </strong>
      </p>
      {isOptionalMailed && <p>{t('deskMessages.quotaNear')}</p>}
      <p className="muted small">{t('deskMessages.quotaRead', { moment: momentText(readAt, locale) })}</p>
    </section>
  );
}
