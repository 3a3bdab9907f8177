import { PadToScale } from '@/components/art/pad';
import { lookOf } from '@/components/art/product-look';
import type { Locale } from '@/domain/locale';
import { nameText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './product-cards.module.css';

interface SideBySideProps {
  locale: Locale;
  products: RouterOutputs['catalogue']['products'];
}

/** Compares the lengths of all pads, the shortest first. */
export async function SideBySide({ locale, products }: SideBySideProps) {
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
