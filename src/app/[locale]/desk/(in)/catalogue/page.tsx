import type { Metadata } from 'next';
import { mayDo } from '@/domain/staff';
import { bahtText, dayText } from '@/locales/format';
import { getI18n, pageLocale } from '@/locales/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { ChangeList } from './_components/change-list';
import { PlannedChanges } from './_components/planned-changes';
import { PriceForm } from './_components/price-form';
import { ProductRow } from './_components/product-row';

type Props = PageProps<'/[locale]/desk/catalogue'>;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  deskMetadata(params, 'desk.catalogue');

export default async function CataloguePage({ params }: Props) {
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
