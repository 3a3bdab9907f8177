import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import type { Locale } from '@/domain/locale';
import { declineKey } from '@/locales/decline-key';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';

interface DeclinedProps {
  reason: string;
  /** What the decline leaves as it was. */
  text: string;
  locale: Locale;
}

/** Shows the decline reason after a 3-D Secure challenge. */
export async function Declined({ reason, text, locale }: DeclinedProps) {
  const t = await getI18n();
  return (
    <Notice tone="bad" title={t('subscription.charge.declined')}>
      <p>{t(declineKey(reason))}</p>
      <p>{text}</p>
      <ButtonLink href={localePath(locale, '/account/cards')} look="secondary">
        {t('subscription.charge.cards')}
      </ButtonLink>
    </Notice>
  );
}
