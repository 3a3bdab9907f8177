import { PackArt } from '@/components/art/pack';
import { PadToScale } from '@/components/art/pad';
import { ButtonAnchor } from '@/components/button-anchor';
import { Baht, Contents } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { nameText, sizeText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { BuyOnce } from './buy-once';
import classes from './product-cards.module.css';
import { StoreHtml } from './store-html';

type Product = RouterOutputs['catalogue']['products'][number];
type Sold = RouterOutputs['catalogue']['store']['products'][number];

interface ProductCardsProps {
  locale: Locale;
  /**
   * All products, to name the content of packs. A starter pack may contain products that are not sold
   * separately.
   */
  named: readonly Product[];
  shown: readonly Product[];
  /** The price of each product without a subscription, by product code. */
  once: ReadonlyMap<Sold['productCode'], Sold>;
  wide?: boolean;
  /** An additional card after the products. */
  children?: React.ReactNode;
}

/**
 * Shows the products that a box can contain. Packs and pads are drawn to scale. Each card has the price in a
 * box and the price without a subscription.
 */
export async function ProductCards({ locale, named, shown, once, wide, children }: ProductCardsProps) {
  const t = await getI18n();
  return (
    <ul className={`stack-5 mt-5 ${classes.cards}`} data-wide={wide || undefined}>
      {shown.map((product) => {
        const name = nameText(product, locale);
        const sold = once.get(product.code);
        return (
          <li key={product.code} id={product.code} className={`surface ${classes.card}`}>
            <div className={classes.picture}>
              <PackArt code={product.code} className={classes.pack} />
              <PadToScale code={product.code} className={classes.pad} />
            </div>
            <div className={classes.body}>
              <h3 className="h2">{name}</h3>
              {product.pieces !== null && <p className="muted small">{sizeText(product, locale)}</p>}
              <div className={classes.description}>
                {product.contents.length > 0 ? (
                  <p>
                    {t('site.products.contains', {
                      contents: <Contents items={product.contents} products={named} locale={locale} />,
                    })}
                  </p>
                ) : (
                  <StoreHtml html={sold?.descriptionHtml[locale]} fallback={product.description[locale]} />
                )}
              </div>
              <dl className={classes.prices}>
                <div className={classes.inBox}>
                  <dt>{t('pages.products.inBox')}</dt>
                  <dd>
                    <Baht satang={product.price} locale={locale} />
                  </dd>
                </div>
                <div className={classes.once}>
                  <dt>{sold?.url ? t('pages.products.once') : t('pages.products.list')}</dt>
                  <dd>
                    <Baht satang={sold?.url ? sold.price : product.listPrice} locale={locale} />
                  </dd>
                </div>
              </dl>
              <div className="stack-2 mt-4">
                <ButtonAnchor
                  href={`${localePath(locale, '/register')}?product=${product.code}`}
                  look="secondary"
                  wide
                >
                  {t('pages.products.start', { product: name })}
                </ButtonAnchor>
                {sold && <BuyOnce sold={sold} locale={locale} />}
              </div>
            </div>
          </li>
        );
      })}
      {children && <li className={classes.last}>{children}</li>}
    </ul>
  );
}
