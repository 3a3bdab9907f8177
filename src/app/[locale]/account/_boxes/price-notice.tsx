import Link from 'next/link';
import { Notice } from '@/components/notice';
import { Baht, DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';

type Subscription = RouterOutputs['subscription']['current']['subscription'];

interface PriceNoticeProps {
  locale: Locale;
  notice: Subscription['priceNotice'];
}

/** Shows an announced higher price: its first payment date, and the old and the new total. */
export async function PriceNotice({ locale, notice }: PriceNoticeProps) {
  if (!notice) return null;
  const t = await getI18n();
  return (
    <Notice tone="info" title={t('account.price.title')}>
      <p>
        {t('subscription.change.priceNotice', {
          date: <DayText day={notice.firstDate} locale={locale} />,
          old: <Baht satang={notice.oldTotal} locale={locale} />,
          new: <Baht satang={notice.newTotal} locale={locale} />,
        })}
      </p>
      <p>
        <Link href={localePath(locale, sheetPath('contents'))} prefetch={false} scroll={false}>
          {t('account.price.change')}
        </Link>
      </p>
    </Notice>
  );
}
