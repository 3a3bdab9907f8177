import { bahtText } from '@/domain/money';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, publicSettings } from '@/trpc/server';
import { ClosedBoxArt } from '@/components/art/box';
import { Closing } from '../_components/closing';
import { JsonLd } from '../_components/json-ld';
import { PageHead } from '../_components/page-head';
import { publicMetadata } from '../_components/public-metadata';
import section from '../_components/section.module.css';
import { SellerFacts } from '../_components/seller-facts';
import { ProductCards } from './_components/product-cards';
import { BagArt } from '@/components/art/scenes';
import { Baht } from '@/components/values';
import { BuyOnce } from './_components/buy-once';
import { StoreHtml } from './_components/store-html';
import { PadToScale } from '@/components/art/pad';
import { lookOf } from '@/components/art/product-look';
import type { Locale } from '@/domain/locale';
import { nameText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './_components/product-cards.module.css';

export const generateMetadata = publicMetadata('/products', 'pages.products');

/**
 * Shows all products. Products that a box can contain have two prices. Below them are the other shop
 * products.
 */
export default async function ProductsPage({ params }: PageProps<'/[locale]/products'>) {
  const locale = await pageLocale(params);
  const { catalogue } = await api();
  const [t, settings, everyProduct, { products: sold }] = await Promise.all([
    getI18n(),
    publicSettings(),
    catalogue.everyProduct(),
    catalogue.store(),
  ]);
  const products = everyProduct.filter(({ active }) => active);
  const once = new Map(sold.map((product) => [product.productCode, product]));
  const odds = sold.filter(({ productCode }) => productCode === null);
  const singles = products.filter(({ contents }) => contents.length === 0);
  const starters = products.filter(({ contents }) => contents.length > 0);
  const common = { locale, named: everyProduct, once };

  return (
    <>
      <JsonLd
        data={{
          '@type': 'ItemList',
          itemListElement: products.map((product, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            item: {
              '@type': 'Product',
              name: product.name[locale],
              description: product.description[locale],
              sku: product.code,
              url: `${settings.websiteUrl}${localePath(locale, '/products')}#${product.code}`,
              brand: { '@type': 'Brand', name: 'ira' },
              image: `${settings.websiteUrl}/og/${product.code}.png`,
              offers: {
                '@type': 'Offer',
                price: bahtText(product.price),
                priceCurrency: 'THB',
                url: `${settings.websiteUrl}${localePath(locale, '/register')}?product=${product.code}`,
                availability: 'https://schema.org/InStock',
                areaServed: 'TH',
              },
            },
          })),
        }}
      />
      <PageHead title={t('pages.products.heading')} lead={t('pages.products.lead')} art={<ClosedBoxArt />} />
      <section className={`wrap ${section.section}`} aria-labelledby="singles">
        <h2 id="singles">{t('pages.products.singles')}</h2>
        <ProductCards {...common} shown={singles}>
          <SideBySide locale={locale} products={singles} />
        </ProductCards>
      </section>
      <section className={`wrap ${section.section}`} aria-labelledby="starters">
        <h2 id="starters">{t('pages.products.starters')}</h2>
        <p className={section.lead}>{t('pages.products.startersLead')}</p>
        <ProductCards {...common} shown={starters} wide />
      </section>
      {odds.length > 0 && <ShopOdds locale={locale} odds={odds} />}
      <SellerFacts locale={locale} kinds={['certificate', 'materials', 'origin', 'reviews']} />
      <Closing locale={locale} />
    </>
  );
}

interface SideBySideProps {
  locale: Locale;
  products: RouterOutputs['catalogue']['products'];
}

/** Compares the lengths of all pads, the shortest first. */
async function SideBySide({ locale, products }: SideBySideProps) {
  const t = await getI18n();
  const rows = products
    .flatMap((product) => {
      const { pad } = lookOf(product.code);
      return pad ? [{ product, length: pad.length }] : [];
    })
    .sort((a, b) => a.length - b.length);
  return (
    <div className={classes.side}>
      <h3 className="h2">{t('pages.products.side')}</h3>
      <ul className={classes.lengths}>
        {rows.map(({ product }) => (
          <li key={product.code}>
            <PadToScale code={product.code} />
            <span>{nameText(product, locale)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ShopOddsProps {
  locale: Locale;
  odds: RouterOutputs['catalogue']['store']['products'];
}

/** Lists the shop products that a box cannot contain. */
async function ShopOdds({ locale, odds }: ShopOddsProps) {
  const t = await getI18n();
  return (
    <section className={`wrap ${section.section}`} aria-labelledby="odds">
      <h2 id="odds">{t('pages.products.odds')}</h2>
      <p className={section.lead}>{t('pages.products.oddsLead')}</p>
      <ul className={`stack-5 mt-5 ${classes.cards}`}>
        {odds.map((odd) => (
          <li key={odd.id} className={`surface ${classes.card}`}>
            <div className={classes.picture}>
              <BagArt className={classes.pack} />
              {/* Decorative: the photo covers a drawing of the product, which stays visible if the photo is missing. */}
              {odd.imageUrl && (
                // oxlint-disable-next-line nextjs/no-img-element -- loaded unchanged from the store's servers
                <img src={odd.imageUrl} alt="" className={classes.photo} loading="lazy" />
              )}
            </div>
            <div className={classes.body}>
              <h3 className="h2">{nameText(odd, locale)}</h3>
              <div className={classes.description}>
                <StoreHtml html={odd.descriptionHtml[locale]} fallback="" />
              </div>
              <dl className={classes.prices}>
                <div className={classes.inBox}>
                  <dt>{t('pages.products.once')}</dt>
                  <dd>
                    <Baht satang={odd.price} locale={locale} />
                  </dd>
                </div>
              </dl>
              <div className="stack-2 mt-4">
                <BuyOnce sold={odd} locale={locale} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
