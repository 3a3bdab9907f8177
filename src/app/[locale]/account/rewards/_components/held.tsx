import { PackArt } from '@/components/art/pack';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { nameText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import type { Rewards } from './balance';
import classes from './rewards.module.css';

interface HeldProps {
  held: Rewards['held'];
  products: RouterOutputs['catalogue']['products'];
  locale: Locale;
}

/** Lists redeemed free products that are not sent yet, with their orders. */
export async function Held({ held, products, locale }: HeldProps) {
  const t = await getI18n();
  if (held.length === 0) return null;
  return (
    <section className="card mt-4" aria-labelledby="held-title">
      <h2 id="held-title" className="h2">
        {t('rewards.held.title')}
      </h2>
      <ul className="stack mt-2">
        {held.map(({ orderId, paymentDate, productCode, skipped }) => {
          const date = <DayText day={paymentDate} locale={locale} />;
          const product = products.find(({ code }) => code === productCode);
          return (
            <li key={orderId} className={classes.free} data-skipped={skipped || undefined}>
              <div className={`picture ${classes.pack}`}>
                <PackArt code={productCode} />
              </div>
              <div>
                <p className="strong">{product ? nameText(product, locale) : productCode}</p>
                <p className="muted small">
                  {skipped
                    ? t('rewards.held.skipped', {
                        date,
                        contact: <a href="#contact">{t('rewards.held.contact')}</a>,
                      })
                    : t('rewards.held.rides', { date })}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
