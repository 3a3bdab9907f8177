import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { bahtText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { DeskOutputs } from '@/trpc/desk';
import classes from '../../_components/desk.module.css';
import { WithdrawPrices } from '../prices/[changeId]/_components/save-prices';

type Catalogue = DeskOutputs['catalogue']['read'];

interface PlannedChangesProps extends Pick<Catalogue, 'planned' | 'products'> {
  mayChange: boolean;
  locale: Locale;
}

/** The price changes that are saved and whose first day is ahead, in their order. */
export async function PlannedChanges({ planned, products, mayChange, locale }: PlannedChangesProps) {
  const t = await getI18n();
  if (planned.length === 0) return null;
  const nameOf = (code: string) => {
    const texts = products.find((product) => product.code === code)?.texts;
    return (locale === 'th' ? texts?.nameTh : texts?.nameEn) ?? code;
  };
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.planned')}</h2>
      <p className="lead">{t('deskCatalogue.plannedText')}</p>
      <ol className={classes.rows}>
        {planned.map(({ id, from, change }) => (
          <li key={id} className={classes.row} data-split>
            <div>
              <Link className="tap" href={localePath(locale, `/desk/catalogue/prices/${id}`)}>
                {t('deskCatalogue.starts', { day: dayText(from, locale) })}
              </Link>
              <p className="muted anywhere small">
                {[
                  ...change.products.map(({ code, listPrice }) =>
                    t('deskCatalogue.feeIs', { name: nameOf(code), fee: bahtText(listPrice, locale) }),
                  ),
                  ...change.fees.map(({ zone, fee }) =>
                    t('deskCatalogue.feeIs', {
                      name: t(`deskCatalogue.feeName.${zone}`),
                      fee: bahtText(fee, locale),
                    }),
                  ),
                ].join(' · ')}
              </p>
            </div>
            {mayChange && <WithdrawPrices changeId={id} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
