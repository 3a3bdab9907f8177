import { BagArt } from '@/components/art/scenes';
import { Baht } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { nameText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import section from '../../_components/section.module.css';
import { BuyOnce } from './buy-once';
import classes from './product-cards.module.css';
import { StoreHtml } from './store-html';

interface ShopOddsProps {
  locale: Locale;
  odds: RouterOutputs['catalogue']['store']['products'];
}

/** Lists the shop products that a box cannot contain. */
export async function ShopOdds({ locale, odds }: ShopOddsProps) {
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
