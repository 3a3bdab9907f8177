import { PadShape } from '@/components/art/pad';
import { LONGEST_PAD, lookOf } from '@/components/art/product-look';
import type { Locale } from '@/domain/locale';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/react';
import classes from './product-cards.module.css';

interface SideBySideProps {
  locale: Locale;
  products: RouterOutputs['catalogue']['products'];
}

/** All pads one above the other, the shortest first: how long is long. */
export async function SideBySide({ locale, products }: SideBySideProps) {
  const t = await getI18n();
  const rows = products
    .flatMap((product) => {
      const { pad, band } = lookOf(product.code);
      return pad ? [{ product, pad, band }] : [];
    })
    .sort((a, b) => a.pad.length - b.pad.length);
  return (
    <div className={classes.side}>
      <h3>{t('pages.products.side')}</h3>
      <ul className={classes.lengths}>
        {rows.map(({ product, pad, band }) => {
          const half = Math.max(pad.waist + pad.wing, pad.back) + 3;
          return (
            <li key={product.code}>
              <svg viewBox={`-3 ${-half} ${LONGEST_PAD + 8} ${half * 2}`} aria-hidden>
                <PadShape pad={pad} scale={1} core={band} />
              </svg>
              <span>{product.name[locale]}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
