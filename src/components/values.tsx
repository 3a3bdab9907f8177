import { Fragment } from 'react';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { bahtText, dayText, shortBahtText, shortDayText, sizedPacksText } from '@/locales/format';

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
  products: Parameters<typeof sizedPacksText>[1];
  locale: Locale;
}

/** Lists the content of a box, a line for each product: '1 × Day pads, 24.5 cm, 10 pieces'. */
export function Contents({ items, products, locale }: ContentsProps) {
  return items.map((item) => (
    <span key={item.productCode} className="block">
      {sizedPacksText(item, products, locale)}{' '}
    </span>
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
