import type { Locale } from '@/domain/locale';
import { countText } from '@/locales/desk-format';
import { bahtText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { Drawing } from './drawing';
import classes from './numbers.module.css';
import type { ChartProps } from './types';

/** A chart of figures that a table beside it shows, too. Programs that read pages aloud are sent to the table. */
export async function Chart({ locale, ...props }: ChartProps & { locale: Locale }) {
  const t = await getI18n();
  const whole = (value: number) =>
    props.unit === 'baht' ? bahtText(value, locale) : countText(value, locale);
  return (
    <figure className={classes.chart}>
      <figcaption>{props.title}</figcaption>
      <div className={classes.drawing} role="img" aria-label={`${props.title}. ${t('deskNumbers.chart')}`}>
        <div aria-hidden="true">
          <Drawing {...props} whole={whole} />
        </div>
      </div>
    </figure>
  );
}
