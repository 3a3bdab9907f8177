import type { Locale } from '@/domain/locale';
import type { SellerFact } from '@/domain/seller';
import { keepTogether } from '@/locales/keep-together';
import { getI18n } from '@/locales/server';
import { publicSettings } from '@/trpc/server';
import section from './section.module.css';

interface SellerFactsProps {
  locale: Locale;
  kinds: readonly SellerFact[];
}

/** Shows what the seller states about products and purchase. Renders nothing if the settings state nothing. */
export async function SellerFacts({ locale, kinds }: SellerFactsProps) {
  const [t, { sellerFacts }] = await Promise.all([getI18n(), publicSettings()]);
  const shown = sellerFacts.filter(({ kind }) => kinds.includes(kind));
  if (shown.length === 0) return null;
  return (
    <section id="facts" className={`wrap ${section.section}`} aria-labelledby="facts-title">
      <h2 id="facts-title">{t('seller.factsTitle')}</h2>
      <dl className="pairs mt-5 columns-2">
        {shown.map(({ kind, text, url }) => (
          <div key={kind}>
            <dt className="strong">{t(`seller.facts.${kind}`)}</dt>
            <dd>
              {keepTogether(text[locale])}{' '}
              {url && (
                <a
                  href={url}
                  className="tap"
                  aria-label={t('seller.moreOf', { fact: t(`seller.facts.${kind}`) })}
                >
                  {t('seller.more')}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
