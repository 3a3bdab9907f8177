import type { Metadata } from 'next';
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
import { ShopOdds } from './_components/shop-odds';
import { SideBySide } from './_components/side-by-side';

export async function generateMetadata({ params }: PageProps<'/[locale]/products'>): Promise<Metadata> {
  const [locale, t] = await Promise.all([pageLocale(params), getI18n()]);
  return publicMetadata({
    locale,
    path: '/products',
    title: t('pages.products.title'),
    description: t('pages.products.description'),
  });
}

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
