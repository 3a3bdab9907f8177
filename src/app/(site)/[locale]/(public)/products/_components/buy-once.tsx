import type { Locale } from '@/domain/locale';
import { ButtonAnchor } from '@/components/button-anchor';
import { nameText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './product-cards.module.css';

interface BuyOnceProps {
  sold: RouterOutputs['catalogue']['store']['products'][number];
  locale: Locale;
}

/** Links to a product in the shop. Renders nothing if the shop does not sell the product. */
export async function BuyOnce({ sold, locale }: BuyOnceProps) {
  const t = await getI18n();
  if (sold.url === null) return null;
  if (!sold.inStock) return <p className={classes.soldOut}>{t('pages.products.soldOut')}</p>;
  return (
    <ButtonAnchor href={sold.url} look="quiet" wide>
      {t('pages.products.buy', { product: nameText(sold, locale) })}
    </ButtonAnchor>
  );
}
