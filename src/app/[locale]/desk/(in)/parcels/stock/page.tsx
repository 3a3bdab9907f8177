import Link from 'next/link';
import { mayDo } from '@/domain/staff';
import { isSubstitute } from '@/domain/substitute';
import { yearlessDayText } from '@/locales/calendar-format';
import { dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api } from '@/trpc/server';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../../_components/desk-metadata';
import classes from '../_components/parcels.module.css';
import { OfferSubstitute } from './_components/offer-substitute';
import { RecordStock } from './_components/record-stock';
import own from './_components/stock.module.css';

export const generateMetadata = deskMetadata('desk.parcels');

/** The packs on hand of each product against what is planned, and when they run out. */
export default async function StockPage({ params }: PageProps<'/[locale]/desk/parcels/stock'>) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale, 'parcels.read');
  const [t, desk, shop] = await Promise.all([getI18n(), deskApi(), api()]);
  const [stock, products] = await Promise.all([desk.parcels.stock(), shop.catalogue.everyProduct()]);
  const nameOf = (code: string) => products.find((product) => product.code === code)?.name[locale] ?? code;
  return (
    <>
      <p>
        <a href={localePath(locale, '/desk/parcels')} className="tap">
          {t('deskParcels.heading')}
        </a>
      </p>
      <h1>{t('deskParcels.stock.title')}</h1>
      <p className="lead">
        {t('deskParcels.stock.lead')}
        {stock.asOf !== null && ` ${t('deskParcels.stock.asOf', { moment: momentText(stock.asOf, locale) })}`}
      </p>
      <ul className={own.products}>
        {stock.products.map(({ code, here, missing, runsOutOn, arrivals, weeks }) => {
          const max = Math.max(1, ...weeks.map(({ packs }) => packs));
          const product = products.find((one) => one.code === code);
          const isSoldOut = product?.active === false;
          return (
            <li key={code} className="card stack-4">
              <div className={own.head}>
                <h2>
                  <span className={classes.colour} data-product={code} aria-hidden /> {nameOf(code)}
                </h2>
                <p className={own.end} data-tone={missing > 0 || runsOutOn ? 'bad' : 'good'}>
                  {here === null
                    ? t('deskParcels.stock.never')
                    : missing > 0
                      ? t('deskParcels.stock.missing', { packs: missing })
                      : runsOutOn
                        ? t('deskParcels.stock.runsOut', { date: dayText(runsOutOn, locale) })
                        : t('deskParcels.stock.lasts')}
                </p>
              </div>
              <p className="muted small">
                {here !== null && t('deskParcels.stock.here', { packs: here })}
                {arrivals.map(({ day, packs }) => (
                  <span key={day + packs}>
                    {' '}
                    · {t('deskParcels.stock.expected', { packs, date: dayText(day, locale) })}
                  </span>
                ))}
              </p>
              <div
                className={own.weeks}
                role="region"
                tabIndex={0}
                aria-label={t('deskParcels.stock.weeksOf', { product: nameOf(code) })}
              >
                <ol>
                  {weeks.map(({ from, packs }) => (
                    <li key={from}>
                      <span className={own.bar} style={{ height: `${(packs / max) * 48}px` }} aria-hidden />
                      <span className="number">{packs}</span>
                      <span className="muted small">{yearlessDayText(from, locale)}</span>
                    </li>
                  ))}
                </ol>
              </div>
              {isSoldOut && mayDo(role, 'money.refundOrder') && (
                <p className="small">{t('deskParcels.stock.boxesText')}</p>
              )}
              <div className="actions">
                {mayDo(role, 'parcels.change') && <RecordStock code={code} name={nameOf(code)} />}
                {isSoldOut && mayDo(role, 'subscribers.writeToGroup') && (
                  <OfferSubstitute
                    code={code}
                    name={nameOf(code)}
                    choices={products
                      .filter((other) => isSubstitute(product, other))
                      .map((other) => ({ value: other.code, label: other.name[locale] }))}
                  />
                )}
                {isSoldOut && (
                  <Link
                    href={localePath(locale, `/desk/parcels?list=toSend&product=${code}`)}
                    prefetch={false}
                    className="tap"
                    aria-label={t('deskParcels.stock.boxesToSendOf', { product: nameOf(code) })}
                  >
                    {t('deskParcels.stock.boxesToSend')}
                  </Link>
                )}
                {mayDo(role, 'subscribers.read') && (
                  <Link
                    href={localePath(
                      locale,
                      `/desk/subscribers?list=subscribers&part=active&product=${code}`,
                    )}
                    prefetch={false}
                    className="tap"
                    aria-label={t('deskParcels.stock.whoOf', { product: nameOf(code) })}
                  >
                    {t('deskParcels.stock.who')}
                  </Link>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
