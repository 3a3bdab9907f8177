import type { Locale } from '@/domain/locale';
import { buttonClass } from '@/components/button-anchor';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { ParcelList } from '@/schemas/desk';
import classes from '../../_components/desk.module.css';

interface FilterProps {
  list: ParcelList;
  typed: string;
  product: string | undefined;
  /** The names of the products in the language of the page, by code. */
  names: Readonly<Record<string, string>>;
  locale: Locale;
}

/** The filter of a list of parcels. It stands in the address, so that "back" keeps it. */
export async function Filter({ list, typed, product, names, locale }: FilterProps) {
  const t = await getI18n();
  return (
    <form method="get" action={localePath(locale, '/desk/parcels')} className={classes.filter}>
      <input type="hidden" name="list" value={list} />
      <input
        type="search"
        name="q"
        defaultValue={typed}
        aria-label={t('deskParcels.filter')}
        placeholder={t('deskParcels.filter')}
        autoComplete="off"
      />
      <select name="product" defaultValue={product ?? ''} aria-label={t('deskParcels.product')}>
        <option value="">{t('deskParcels.every')}</option>
        {Object.entries(names).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('secondary')}>
        {t('deskParcels.show')}
      </button>
    </form>
  );
}
