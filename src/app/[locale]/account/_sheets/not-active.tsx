import { ButtonLink } from '@/components/button';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { sheetPath } from '@/locales/sheet-path';

/** Links to the reactivation. Replaces a change if the subscription is not active. */
export async function NotActive({ locale }: { locale: Locale }) {
  const t = await getI18n();
  return (
    <div className="stack">
      <h3>{t('subscription.notActive.title')}</h3>
      <p>{t('subscription.notActive.text')}</p>
      <ButtonLink href={localePath(locale, sheetPath('restart'))} wide>
        {t('account.stopped.restart')}
      </ButtonLink>
    </div>
  );
}
