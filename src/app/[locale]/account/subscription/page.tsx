import type { Metadata } from 'next';
import Link from 'next/link';
import { Fragment } from 'react';
import { OpenBoxArt } from '@/components/art/box';
import { CalendarArt, ParcelArt } from '@/components/art/scenes';
import { ButtonLink } from '@/components/button';
import { Baht, Contents, DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { contentsText } from '@/locales/format';
import { pageMetadata } from '@/locales/metadata';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './_components/hub.module.css';
import { Screen } from './_components/screen';
import { openSubscriberPage } from './_components/subscriber';
import { UndoChange } from './_components/undo-change';

const PATH = '/account/subscription';
const SHORTEST_MONTH = 28;

type View = RouterOutputs['subscription']['current'];
type Product = RouterOutputs['catalogue']['products'][number];

export async function generateMetadata({
  params,
}: PageProps<'/[locale]/account/subscription'>): Promise<Metadata> {
  const locale = await pageLocale(params);
  const t = await getI18n();
  return pageMetadata({ locale, path: PATH, title: t('subscription.title'), personal: true });
}

export default async function SubscriptionPage({ params }: PageProps<'/[locale]/account/subscription'>) {
  const locale = await pageLocale(params);
  const { status, procedures } = await openSubscriberPage(locale, PATH);
  const [t, view, products] = await Promise.all([
    getI18n(),
    procedures.subscription.current(),
    procedures.catalogue.everyProduct(),
  ]);
  const isActive = status === 'active';
  const { pause } = view.subscription;
  return (
    <Screen
      locale={locale}
      back={{ to: '/account', label: t('subscription.toAccount') }}
      heading={t('subscription.title')}
    >
      <div className={classes.status} data-status={status}>
        <p className={`success ${classes.state}`}>
          {pause ? t('subscription.hub.paused') : t(`account.status.${status}`)}
        </p>
        <p>
          {pause
            ? t('subscription.hub.pausedText', {
                until: <DayText day={pause.until} locale={locale} />,
                receiveBy: <DayText day={pause.receiveBy} locale={locale} />,
              })
            : t(`subscription.hub.${status as 'active'}Text`)}
        </p>
        {pause && (
          <ButtonLink href={localePath(locale, `${PATH}/pause`)} look="secondary" wide>
            {t('subscription.hub.changePause')}
          </ButtonLink>
        )}
        {!isActive && (
          <ButtonLink href={localePath(locale, `${PATH}/reactivate`)} wide>
            {t('subscription.hub.reactivate')}
          </ButtonLink>
        )}
      </div>
      <Settings view={view} products={products} locale={locale} isActive={isActive} />
      {isActive && (
        <Way
          href={localePath(locale, `${PATH}/order-now`)}
          title={t('subscription.orderNow.title')}
          text={t('subscription.orderNow.lead')}
        />
      )}
      {isActive && !pause && (
        <Way
          href={localePath(locale, `${PATH}/pause`)}
          title={t('subscription.hub.pause')}
          text={t('subscription.hub.pauseText')}
        />
      )}
      {status !== 'cancelled' && (
        <Way
          href={localePath(locale, `${PATH}/cancel`)}
          title={t('subscription.hub.cancel')}
          text={t('subscription.hub.cancelText')}
        />
      )}
    </Screen>
  );
}

interface SettingsProps {
  view: View;
  products: readonly Product[];
  locale: Locale;
  isActive: boolean;
}

async function Settings({
  view: { subscription, upcomingOrders },
  products,
  locale,
  isActive,
}: SettingsProps) {
  const t = await getI18n();
  const { items, boxPrice, deliveryFee, pointsPerOrder, frequency, paymentDay, version } = subscription;
  const contents = contentsText(items, products, locale);
  const planned = upcomingOrders.filter((order) => !order.skipped);
  return (
    <div className="stack mt-4 columns-3">
      <Setting
        title={t('subscription.hub.box')}
        picture={<OpenBoxArt items={items} title={t('box.pictured', { contents })} />}
        change={
          isActive && { href: localePath(locale, `${PATH}/box`), label: t('subscription.hub.changeBox') }
        }
      >
        <p>
          <Contents items={items} products={products} locale={locale} />
        </p>
        <p className="muted small">
          {t('subscription.hub.price', {
            amount: <Baht satang={boxPrice + (deliveryFee ?? 0)} locale={locale} />,
          })}
          {' · '}
          {t('subscription.hub.points', { points: t('common.points', { count: pointsPerOrder }) })}
        </p>
        <UndoChange version={version} />
      </Setting>
      <Setting
        title={t('subscription.hub.frequency')}
        picture={<ParcelArt />}
        change={
          isActive && {
            href: localePath(locale, `${PATH}/frequency`),
            label: t('subscription.hub.changeFrequency'),
          }
        }
      >
        <p>{t(`common.perMonths${frequency as 1}`)}</p>
        {planned.length > 0 && (
          <p className="muted small">
            {t('subscription.hub.next', {
              dates: <Days days={planned.map((order) => order.paymentDate)} locale={locale} />,
            })}
          </p>
        )}
        {isActive && (
          <p>
            <Link href={localePath(locale, `${PATH}/year`)} className="tap">
              {t('subscription.hub.year')}
            </Link>
          </p>
        )}
      </Setting>
      <Setting
        title={t('subscription.hub.paymentDay')}
        picture={<CalendarArt day={paymentDay} />}
        change={
          isActive && {
            href: localePath(locale, `${PATH}/payment-day`),
            label: t('subscription.hub.changePaymentDay'),
          }
        }
      >
        <p>{t('subscription.hub.day', { day: paymentDay })}</p>
        {paymentDay > SHORTEST_MONTH && <p className="muted small">{t('subscription.hub.shortMonths')}</p>}
      </Setting>
    </div>
  );
}

function Days({ days, locale }: { days: readonly Day[]; locale: Locale }) {
  return days.map((day, index) => (
    <Fragment key={day}>
      <DayText day={day} locale={locale} short />
      {index < days.length - 1 && ', '}
    </Fragment>
  ));
}

interface SettingProps {
  title: string;
  picture: React.ReactNode;
  change: { href: string; label: string } | false;
  children: React.ReactNode;
}

function Setting({ title, picture, change, children }: SettingProps) {
  return (
    <section className={`surface ${classes.setting}`}>
      <div className={`picture ${classes.picture}`}>{picture}</div>
      <div className={classes.words}>
        <h2 className="h3">{title}</h2>
        {children}
        {change && (
          <p>
            <Link href={change.href} className="tap">
              {change.label}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

/** A rarer change: its link, and what it means. */
function Way({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <p className={`actions muted small mt-5 ${classes.way}`}>
      <Link href={href} className="tap">
        {title}
      </Link>
      <span>{text}</span>
    </p>
  );
}
