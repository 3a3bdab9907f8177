import Link from 'next/link';
import { Notice } from '@/components/notice';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

type Subscription = RouterOutputs['subscription']['current']['subscription'];

interface PausedNoticeProps {
  locale: Locale;
  pause: Subscription['pause'];
}

/** Shows until when the subscription is paused and when the next box arrives. */
export async function PausedNotice({ locale, pause }: PausedNoticeProps) {
  if (!pause) return null;
  const t = await getI18n();
  return (
    <Notice tone="info" title={t('subscription.hub.paused')}>
      <p>
        {t('subscription.hub.pausedText', {
          until: <DayText day={pause.until} locale={locale} />,
          receiveBy: <DayText day={pause.receiveBy} locale={locale} />,
        })}
      </p>
      <p>
        <Link href={localePath(locale, '/account/subscription/pause')}>
          {t('subscription.hub.changePause')}
        </Link>
      </p>
    </Notice>
  );
}
