import { mayDo } from '@/domain/staff';
import { bahtText, dayText, momentText } from '@/locales/format';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import Link from 'next/link';
import type { Locale } from '@/domain/locale';
import { sinceText } from '@/locales/desk-format';
import { localePath } from '@/locales/paths';
import type { DeskOutputs } from '@/trpc/desk';
import { WithdrawPrices } from './prices/[changeId]/_components/save-prices';
import { PriceForm } from './_components/price-form';
import { ProductRow } from './_components/product-row';

export const generateMetadata = deskMetadata('desk.catalogue');

export default async function CataloguePage({ params }: PageProps<'/[locale]/desk/catalogue'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'catalogue.read');
  const mayChange = mayDo(role, 'catalogue.change');
  const { catalogue } = await deskApi();
  const [t, state] = await Promise.all([getI18n(), catalogue.read()]);
  const { products, latest, planned, changes } = state;
  const last = planned.at(-1);
  return (
    <>
      <h1>{t('deskCatalogue.heading')}</h1>
      <section className="card mt-5">
        <h2>{t('deskCatalogue.products')}</h2>
        <p className="lead">{t('deskCatalogue.productsText')}</p>
        <ul className={classes.rows}>
          {products.map((product) => (
            <ProductRow
              key={product.code}
              product={product}
              coming={planned.flatMap(({ from, change }) =>
                change.products
                  .filter(({ code }) => code === product.code)
                  .map(({ listPrice }) => ({ from, listPrice })),
              )}
              mayChange={mayChange}
            />
          ))}
        </ul>
      </section>
      <section className="card mt-5">
        <h2>{t('deskCatalogue.fees')}</h2>
        <ul className={classes.rows}>
          {state.fees.map(({ zone, fee }) => (
            <li key={zone}>
              {t('deskCatalogue.feeIs', {
                name: t(`deskCatalogue.feeName.${zone}`),
                fee: bahtText(fee, locale),
              })}
            </li>
          ))}
        </ul>
        <p className="muted small mt-5">{t('deskCatalogue.codes')}</p>
      </section>
      <PlannedChanges planned={planned} products={products} mayChange={mayChange} locale={locale} />
      {mayChange && (
        <section className="card mt-5">
          <h2>{t('deskCatalogue.newPrices')}</h2>
          <p className="lead">
            {t('deskCatalogue.newPricesText')}{' '}
            {last && t('deskCatalogue.afterPlanned', { day: dayText(last.from, locale) })}
          </p>
          <PriceForm key={latest.key} latest={latest} products={products} />
        </section>
      )}
      <ChangeList changes={changes} locale={locale} />
    </>
  );
}

type Changes = DeskOutputs['catalogue']['read']['changes'];

/** The latest price changes and rehearsals. */
async function ChangeList({ changes, locale }: { changes: Changes; locale: Locale }) {
  const t = await getI18n();
  return (
    <section className="card mt-5">
      <h2>{t('deskCatalogue.changes')}</h2>
      {changes.length === 0 && <p className="lead">{t('deskCatalogue.noChanges')}</p>}
      <ul className={classes.rows}>
        {changes.map(({ id, state, createdAt, at }) => (
          <li key={id} className={classes.row}>
            <Link className="tap" href={localePath(locale, `/desk/catalogue/prices/${id}`)}>
              {t('deskCatalogue.change', { moment: momentText(createdAt, locale) })}
            </Link>
            <p className="muted anywhere small">
              {t(`deskCatalogue.state.${state}`, { moment: sinceText(at, locale) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Catalogue = DeskOutputs['catalogue']['read'];

interface PlannedChangesProps extends Pick<Catalogue, 'planned' | 'products'> {
  mayChange: boolean;
  locale: Locale;
}

/** The price changes that are saved and whose first day is ahead, in their order. */
async function PlannedChanges({ planned, products, mayChange, locale }: PlannedChangesProps) {
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
