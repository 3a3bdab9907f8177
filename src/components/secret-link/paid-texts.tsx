import { Baht, DayText } from '@/components/values';
import { addDays, type Day } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { Translate } from '@/locales/typed';

interface PaidTextsProps {
  amount: Satang;
  paidOn: Day;
  t: Translate;
  locale: Locale;
}

/** Says that the payment was received, and when the box arrives. */
export function PaidTexts({ amount, paidOn, t, locale }: PaidTextsProps) {
  return (
    <>
      <p>
        {t('secretLink.paid.text', {
          amount: <Baht satang={amount} locale={locale} />,
          date: <DayText day={paidOn} locale={locale} />,
        })}
      </p>
      <p className="card h2">
        {t('secretLink.paid.arrives', {
          date: <DayText day={addDays(paidOn, RECEIVE_BY_DAYS)} locale={locale} />,
        })}
      </p>
    </>
  );
}
