import { PackArt } from '@/components/art/pack';
import { PadToScale } from '@/components/art/pad';
import { Baht, Contents } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { bahtText, nameText, sizeText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './products.module.css';
import { SectionMore } from './section-more';
import section from './section.module.css';

type Product = RouterOutputs['catalogue']['products'][number];

interface ProductsProps {
  locale: Locale;
  products: readonly Product[];
  /**
   * All products, to name the content of packs. A starter pack may contain products that are not sold
   * separately.
   */
  named: readonly Product[];
}

/** Lists every product with its price. The pads are drawn to scale, one above the other. */
export async function Products({ locale, products, named }: ProductsProps) {
  const t = await getI18n();
  const singles = products.filter((product) => product.contents.length === 0);
  const starters = products.filter((product) => product.contents.length > 0);
  return (
    <section id="products" className={`wrap ${section.section}`} aria-labelledby="products-title">
      <h2 id="products-title">{t('site.products.title')}</h2>
      <p className={section.lead}>{t('site.products.lead')}</p>
      <ul className={classes.singles}>
        {singles.map((product) => (
          <li key={product.code} className={classes.single}>
            <PackArt code={product.code} className={classes.pack} />
            <div className={classes.name}>
              <h3 className="h3">{nameText(product, locale)}</h3>
              <p className={`muted small ${classes.description}`}>{product.description[locale]}</p>
            </div>
            <PadToScale code={product.code} className={classes.pad} />
            <Price locale={locale} product={product} note={sizeText(product, locale)} />
          </li>
        ))}
      </ul>
      <ul className="stack-4 mt-5 columns-2">
        {starters.map((product) => (
          <li key={product.code} className={classes.starter}>
            <PackArt code={product.code} className={classes.pack} />
            <div>
              <h3 className="h3">{nameText(product, locale)}</h3>
              <p className={`muted small ${classes.description}`}>
                {t('site.products.contains', {
                  contents: <Contents items={product.contents} products={named} locale={locale} />,
                })}
              </p>
              <Price locale={locale} product={product} />
            </div>
          </li>
        ))}
      </ul>
      <SectionMore locale={locale} path="/products" text={t('pages.more.products')} />
    </section>
  );
}

async function Price({ locale, product, note }: { locale: Locale; product: Product; note?: string }) {
  const t = await getI18n();
  return (
    <p className={classes.price}>
      <span className="visually-hidden">
        {t('site.products.prices', {
          listPrice: bahtText(product.listPrice, locale),
          price: bahtText(product.price, locale),
        })}
      </span>
      <strong aria-hidden>
        <Baht satang={product.price} locale={locale} />
      </strong>{' '}
      <s aria-hidden>
        <Baht satang={product.listPrice} locale={locale} short />
      </s>
      {note && <span className={`muted small ${classes.pieces}`}>{note}</span>}
    </p>
  );
}
