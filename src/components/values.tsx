import { Fragment } from 'react';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { bahtText, dayText, packsText, shortBahtText, shortDayText } from '@/locales/format';

/** Shows an amount in satang as baht, without a line break inside it. */
export function Baht({ satang, locale, short }: { satang: number; locale: Locale; short?: boolean }) {
  return <span className="number">{short ? shortBahtText(satang, locale) : bahtText(satang, locale)}</span>;
}

/** Shows a calendar day in a `<time>` element. */
export function DayText({ day, locale, short }: { day: Day; locale: Locale; short?: boolean }) {
  return (
    <time dateTime={day} className="number">
      {short ? shortDayText(day, locale) : dayText(day, locale)}
    </time>
  );
}

interface ContentsProps {
  items: readonly { productCode: string; quantity: number }[];
  products: readonly { code: string; name: Record<Locale, string> }[];
  locale: Locale;
}

/**
 * Lists the content of a box: '1 × Day pads, 2 × Night pads'. A line break is possible only between products.
 */
export function Contents({ items, products, locale }: ContentsProps) {
  return items.map((item, index) => (
    <Fragment key={item.productCode}>
      <span className="keep">
        {packsText(item, products, locale)}
        {index < items.length - 1 && ','}
      </span>{' '}
    </Fragment>
  ));
}

/**
 * Shows a headline. A line break in a Thai headline is possible only at its spaces, not between any two
 * words.
 */
export function Phrases({ text, locale }: { text: string; locale: Locale }) {
  if (locale !== 'th') return <>{text}</>;
  return text.split(' ').map((phrase) => (
    <Fragment key={phrase}>
      <span className="keep">{phrase}</span>{' '}
    </Fragment>
  ));
}
