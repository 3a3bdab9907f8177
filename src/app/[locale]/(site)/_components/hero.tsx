import { OpenBoxArt } from '@/components/art/box';
import { ButtonLink } from '@/components/button';
import { Phrases } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './hero.module.css';

const PICTURED = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'light-day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

interface HeroProps {
  locale: Locale;
  /** Satang. */
  fromPrice: number;
  fee: string;
}

/** The promise, the price and the box: readable before anything else has loaded. */
export async function Hero({ locale, fromPrice, fee }: HeroProps) {
  const t = await getI18n();
  const price = <strong className="number">{shortBahtText(fromPrice, locale)}</strong>;
  return (
    <section className={classes.hero}>
      <div className={classes.inner}>
        <div className={classes.text}>
          <h1 className={classes.title}>
            <Phrases text={t('site.hero.title')} locale={locale} />
          </h1>
          <p className={classes.lead}>{t('site.hero.lead')}</p>
          <div className={classes.actions}>
            <ButtonLink href={localePath(locale, '/register')}>{t('common.start')}</ButtonLink>
            <ButtonLink href="#plans" look="quiet">
              {t('site.hero.see')}
            </ButtonLink>
          </div>
          <p className={classes.price}>{t('site.hero.from', { price })}</p>
          <p className={classes.note}>{t('site.hero.fromNote', { fee })}</p>
        </div>
        <OpenBoxArt items={PICTURED} title={t('site.hero.box')} className={classes.box} />
      </div>
    </section>
  );
}
