import { countText } from '@/locales/desk-format';
import { bahtText, contentsText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import classes from '../../../../_components/desk.module.css';
import type { NamedProducts, ResultProps } from './result-props';

/** The distinct boxes and fees, with their totals before and after the change. */
export async function Boxes({ result, locale, names }: ResultProps & { names: NamedProducts }) {
  const t = await getI18n();
  const { boxes, moreBoxes } = result;
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.boxes')}</h2>
      <p className="lead">{t('deskCatalogue.boxesText')}</p>
      <details>
        <summary className={`tap ${classes.summary}`}>
          {t('deskCatalogue.showBoxes', { count: countText(boxes.length, locale) })}
        </summary>
        <ul className={classes.rows}>
          {boxes.map(({ items, oldFee, newFee, oldTotal, newTotal, subscriptions }) => {
            const content = contentsText(items, names, locale);
            const amounts = {
              old: bahtText(oldTotal, locale),
              price: bahtText(newTotal, locale),
              oldFee: bahtText(oldFee, locale),
              newFee: bahtText(newFee, locale),
            };
            return (
              <li key={`${content} ${oldFee} ${newFee}`} className={classes.row} data-split>
                <div>
                  <p className={classes.strong}>{content}</p>
                  <p className="muted anywhere small">
                    {oldTotal === newTotal && oldFee === newFee
                      ? t('deskCatalogue.boxSame', { price: amounts.price, fee: amounts.newFee })
                      : t(oldFee === newFee ? 'deskCatalogue.boxFee' : 'deskCatalogue.box', amounts)}
                  </p>
                </div>
                <p className="muted anywhere small">
                  {t('deskCatalogue.boxCount', { count: countText(subscriptions, locale) })}
                </p>
              </li>
            );
          })}
        </ul>
      </details>
      {moreBoxes > 0 && (
        <p className="muted small mt-5">
          {t('deskCatalogue.moreBoxes', { count: countText(moreBoxes, locale) })}
        </p>
      )}
    </section>
  );
}
