import { HAND_OVER_MINUTES } from '@/domain/parcel';
import { getI18n } from '@/locales/server';
import section from '../../_components/section.module.css';
import classes from './until.module.css';

/** Lists the changes that a subscriber can make, and their deadlines. */
export async function Until() {
  const t = await getI18n();
  const rows = [
    { what: t('pages.how.until.skip.what'), when: t('pages.how.until.skip.when') },
    { what: t('pages.how.until.box.what'), when: t('pages.how.until.box.when') },
    { what: t('pages.how.until.rhythm.what'), when: t('pages.how.until.rhythm.when') },
    { what: t('pages.how.until.method.what'), when: t('pages.how.until.method.when') },
    { what: t('pages.how.until.address.what'), when: t('pages.how.until.address.when', HAND_OVER_MINUTES) },
    { what: t('pages.how.until.cancel.what'), when: t('pages.how.until.cancel.when') },
  ];
  return (
    <section className={`wrap ${section.section}`} aria-labelledby="until">
      <h2 id="until">{t('pages.how.untilTitle')}</h2>
      <dl className={classes.rows}>
        {rows.map(({ what, when }) => (
          <div key={what} className={classes.row}>
            <dt>{what}</dt>
            <dd>{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
