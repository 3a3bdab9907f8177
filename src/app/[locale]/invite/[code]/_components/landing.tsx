import Link from 'next/link';
import { OpenBoxArt } from '@/components/art/box';
import { GiftArt } from '@/components/art/rewards';
import { ButtonLink } from '@/components/button';
import { Baht, Phrases } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { FRIEND_DISCOUNT } from '@/domain/referral';
import { shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { KeepCode } from '../../../register/_components/keep-code';
import classes from './landing.module.css';

const PICTURED = [
  { productCode: 'day-pads', quantity: 1 },
  { productCode: 'light-day-pads', quantity: 1 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

export interface Invitation {
  code: string;
  state: 'valid' | 'invalid' | 'unchecked';
}

interface LandingProps {
  locale: Locale;
  invitation: Invitation;
  visitor: 'new' | 'registering' | 'subscriber';
  /** Satang of the smallest recommended box. */
  fromPrice: number;
  referrerPoints: number;
  today: Day;
}

/** Where a friend arrives: what it is, what it takes off, and the way to the box, which keeps the code. */
export async function Landing(props: LandingProps) {
  const { locale, invitation, visitor, fromPrice, referrerPoints, today } = props;
  const t = await getI18n();
  const { code, state } = invitation;
  const isKept = state !== 'invalid' && visitor !== 'subscriber';
  return (
    <div className={classes.page}>
      {isKept && <KeepCode code={code} today={today} />}
      <section className={classes.hero} data-state={state}>
        <div className={classes.inner}>
          <div className={classes.text}>
            {visitor === 'subscriber' ? (
              <ForSubscriber locale={locale} points={referrerPoints} />
            ) : (
              <ForFriend locale={locale} invitation={invitation} isRegistering={visitor === 'registering'} />
            )}
          </div>
          <div className={classes.picture}>
            <OpenBoxArt items={PICTURED} title={t('rewards.landing.picture')} className={classes.box} />
            {state === 'valid' && visitor !== 'subscriber' && <GiftArt className={classes.gift} />}
          </div>
        </div>
      </section>
      <section className={classes.about} aria-label={t('rewards.landing.more')}>
        <ul className={classes.facts}>
          <li>{t('rewards.landing.choose')}</li>
          <li>{t('rewards.landing.often')}</li>
          <li>{t('rewards.landing.free')}</li>
          <li>{t('rewards.landing.quiet')}</li>
        </ul>
        <div>
          {visitor !== 'subscriber' && (
            <p className={classes.price}>
              {t(state === 'valid' ? 'rewards.landing.from' : 'site.hero.from', {
                price: <strong className="number">{shortBahtText(fromPrice, locale)}</strong>,
              })}
            </p>
          )}
          <p className={classes.way}>
            <Link href={localePath(locale, '/')}>{t('rewards.landing.more')}</Link>
          </p>
        </div>
      </section>
    </div>
  );
}

interface ForFriendProps {
  locale: Locale;
  invitation: Invitation;
  isRegistering: boolean;
}

async function ForFriend({ locale, invitation: { code, state }, isRegistering }: ForFriendProps) {
  const t = await getI18n();
  const shown = <strong className="keep">{code}</strong>;
  const start = isRegistering ? 'goOn' : state === 'invalid' ? 'startPlain' : 'start';
  const discount = <Baht satang={FRIEND_DISCOUNT} locale={locale} short />;
  return (
    <>
      <p className={classes.kicker}>
        {t(state === 'invalid' ? 'rewards.landing.invalidKicker' : 'rewards.landing.kicker')}
      </p>
      <h1 className={classes.title}>
        {state === 'valid' && t('rewards.landing.heading', { discount })}
        {state === 'invalid' && <Phrases text={t('rewards.landing.invalidHeading')} locale={locale} />}
        {state === 'unchecked' && <Phrases text={t('rewards.landing.uncheckedHeading')} locale={locale} />}
      </h1>
      <p className={classes.lead}>
        {state === 'invalid' ? t('rewards.landing.invalidText', { code: shown }) : t('rewards.landing.lead')}
      </p>
      <div className={classes.actions}>
        <ButtonLink
          // The payment step needs a document of its own.
          hard={isRegistering}
          href={localePath(locale, registerPath({ code, state }, isRegistering))}
        >
          {t(`rewards.landing.${start}`)}
        </ButtonLink>
      </div>
      {state === 'valid' && <p className={classes.note}>{t('rewards.landing.codeKept', { code: shown })}</p>}
      {state === 'unchecked' && (
        <p className={classes.note}>{t('rewards.landing.uncheckedText', { code: shown })}</p>
      )}
    </>
  );
}

/** With the code in the address too, for whoever taps before the page has kept it. */
function registerPath({ code, state }: Invitation, isRegistering: boolean): string {
  if (isRegistering) return '/register/payment';
  return state === 'invalid' ? '/register' : `/register?code=${encodeURIComponent(code)}`;
}

async function ForSubscriber({ locale, points }: { locale: Locale; points: number }) {
  const t = await getI18n();
  return (
    <>
      <h1 className={classes.title}>
        <Phrases text={t('rewards.landing.subscriberHeading')} locale={locale} />
      </h1>
      <p className={classes.lead}>
        {t('rewards.landing.subscriberText', { points: t('common.points', { count: points }) })}
      </p>
      <div className={classes.actions}>
        <ButtonLink href={localePath(locale, '/account/rewards')}>
          {t('rewards.landing.subscriberGo')}
        </ButtonLink>
      </div>
    </>
  );
}
