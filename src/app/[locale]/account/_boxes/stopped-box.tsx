import { ClosedBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import type { Locale } from '@/domain/locale';
import type { SubscriptionStatus } from '@/domain/subscription';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { sheetPath } from '@/locales/sheet-path';
import { Hero, HeroActs } from '@/components/hero';

interface StoppedBoxProps {
  locale: Locale;
  status: Exclude<SubscriptionStatus, 'active'>;
  points: number;
}

/** Shows why no box is planned, and the way back. */
export async function StoppedBox({ locale, status, points }: StoppedBoxProps) {
  const t = await getI18n();
  return (
    <Hero
      tone="quiet"
      eyebrow={t('account.stopped.title')}
      title={t(`account.status.${status}`)}
      lines={t(`account.stopped.${status}`, { points: t('common.points', { count: points }) })}
      art={<ClosedBoxArt />}
    >
      {(status === 'inactive' || status === 'cancelled') && (
        <HeroActs>
          <ButtonLink href={localePath(locale, sheetPath('restart'))} wide>
            {t('account.stopped.restart')}
          </ButtonLink>
        </HeroActs>
      )}
    </Hero>
  );
}
