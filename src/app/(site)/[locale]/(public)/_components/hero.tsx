import { ButtonAnchor } from '@/components/button-anchor';
import { PicturedHero } from '@/components/pictured-hero';
import { Phrases } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './home.module.css';

interface HeroProps {
  locale: Locale;
  /** The price of the smallest recommended box in satang. Null if no product is for sale. */
  fromPrice: number | null;
  fee: string;
  /** Whether the page shows plans. */
  hasPlans: boolean;
}

/** Shows the headline, the price and the box at the top of the home page. */
export async function Hero({ locale, fromPrice, fee, hasPlans }: HeroProps) {
  const t = await getI18n();
  return (
    <PicturedHero
      title={<Phrases text={t('site.hero.title')} locale={locale} />}
      lead={t('site.hero.lead')}
      pictured={t('site.hero.box')}
    >
      <div className="actions mt-5">
        <ButtonAnchor href={localePath(locale, '/register')}>{t('common.start')}</ButtonAnchor>
        {hasPlans && (
          <ButtonAnchor href="#plans" look="quiet">
            {t('site.hero.see')}
          </ButtonAnchor>
        )}
      </div>
      {fromPrice !== null && (
        <p className={classes.price}>
          {t('site.hero.from', {
            price: <strong className="number">{shortBahtText(fromPrice, locale)}</strong>,
          })}
        </p>
      )}
      <p className="muted small">{t('site.hero.fromNote', { fee })}</p>
    </PicturedHero>
  );
}
