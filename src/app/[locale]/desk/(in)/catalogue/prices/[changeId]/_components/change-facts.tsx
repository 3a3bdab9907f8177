import type { Locale } from '@/domain/locale';
import { bahtText, dayText, nameText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../../../_components/desk.module.css';
import type { NamedProducts } from './result-props';

interface ChangeFactsProps {
  change: DeskOutputs['catalogue']['priceChange'];
  names: NamedProducts;
  locale: Locale;
}

/** The old and new prices of a change, its first day and its reason. */
export async function ChangeFacts({ change: { change, base, reason }, names, locale }: ChangeFactsProps) {
  const t = await getI18n();
  const productName = (code: string) => {
    const product = names.find((one) => one.code === code);
    return product ? nameText(product, locale) : code;
  };
  const lines = [
    ...change.products.map(({ code, listPrice }) => ({
      name: productName(code),
      old: base.products.find((one) => one.code === code)?.listPrice,
      price: listPrice,
    })),
    ...change.fees.map(({ zone, fee }) => ({
      name: t(`deskCatalogue.feeName.${zone}`),
      old: base.fees.find((one) => one.zone === zone)?.fee,
      price: fee,
    })),
  ];
  return (
    <ul className={classes.rows}>
      {lines.map(({ name, old = 0, price }) => (
        <li key={name}>
          {t('deskCatalogue.fromTo', { name, old: bahtText(old, locale), price: bahtText(price, locale) })}
        </li>
      ))}
      <li>
        {change.from === null
          ? t('deskCatalogue.startsNow')
          : t('deskCatalogue.starts', { day: dayText(change.from, locale) })}
      </li>
      {reason !== null && <li>{t('deskCatalogue.reason', { reason })}</li>}
    </ul>
  );
}
