import { GiftArt } from '@/components/art/rewards';
import { ButtonAnchor } from '@/components/button-anchor';
import { LeafList } from '@/components/leaf-list';
import { PicturedHero } from '@/components/pictured-hero';
import { withCode } from '@/components/registration/with-code';
import { Baht, Phrases } from '@/components/values';
import type { Day } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { FRIEND_DISCOUNT } from '@/domain/referral';
import { shortBahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import classes from './landing.module.css';

export interface Invitation {
  code: string;
  state: 'valid' | 'invalid' | 'unchecked';
}

/**
 * The kind of visitor. `attached` is the code of the visitor's registration in progress, or null if it has no
 * code.
 */
export type Visitor = { kind: 'new' | 'subscriber' } | { kind: 'registering'; attached: string | null };

interface LandingProps {
  locale: Locale;
  invitation: Invitation;
  visitor: Visitor;
  /** The price of the smallest recommended box in satang. Null if no product is for sale. */
  fromPrice: number | null;
  referrerPoints: number;
  today: Day;
}

/**
 * The page of an invitation. It presents ira, the discount, and a link that starts the registration with the
 * code.
 */
export async function Landing(props: LandingProps) {
  const { locale, invitation, visitor, fromPrice, referrerPoints, today } = props;
  const t = await getI18n();
  const { code, state } = invitation;
  const other = otherCode(visitor, code);
  const isSubscriber = visitor.kind === 'subscriber';
  const isKept = state !== 'invalid' && !isSubscriber && other === null;
  return (
    <>
      {isSubscriber ? (
        <ForSubscriber locale={locale} points={referrerPoints} />
      ) : other !== null && state !== 'invalid' ? (
        <SecondCode locale={locale} code={code} attached={other} />
      ) : (
        <ForFriend locale={locale} invitation={invitation} visitor={visitor} />
      )}
      <section
        className={`wrap stack-4 ${classes.about}`}
        aria-label={t('rewards.landing.more')}
        // The script of the page reads the code here and stores it.
        {...(isKept && { 'data-invitation': code, 'data-today': today })}
      >
        <LeafList>
          <li>{t('rewards.landing.choose')}</li>
          <li>{t('rewards.landing.often')}</li>
          <li>{t('rewards.landing.free')}</li>
          <li>{t('rewards.landing.quiet')}</li>
        </LeafList>
        <div>
          {!isSubscriber && fromPrice !== null && (
            <p className={classes.price}>
              {t(state === 'valid' && other === null ? 'rewards.landing.from' : 'site.hero.from', {
                price: <strong className="number">{shortBahtText(fromPrice, locale)}</strong>,
              })}
            </p>
          )}
          <p>
            <a className="tap" href={localePath(locale, '/')}>
              {t('rewards.landing.more')}
            </a>
          </p>
        </div>
      </section>
    </>
  );
}

/**
 * Returns the code of the visitor's registration if it differs from the invitation's code, otherwise null.
 */
function otherCode(visitor: Visitor, code: string): string | null {
  if (visitor.kind !== 'registering' || visitor.attached === code) return null;
  return visitor.attached;
}

interface ForFriendProps {
  locale: Locale;
  invitation: Invitation;
  visitor: Visitor;
}

async function ForFriend({ locale, invitation: { code, state }, visitor }: ForFriendProps) {
  const t = await getI18n();
  const shown = <strong className="keep">{code}</strong>;
  const isRegistering = visitor.kind === 'registering';
  const start = isRegistering ? 'goOn' : state === 'invalid' ? 'startPlain' : 'start';
  const kept = otherCode(visitor, code);
  return (
    <PicturedHero
      kicker={t(state === 'invalid' ? 'rewards.landing.invalidKicker' : 'rewards.landing.kicker')}
      title={await headingOf(state, locale)}
      lead={
        state === 'invalid' ? t('rewards.landing.invalidText', { code: shown }) : t('rewards.landing.lead')
      }
      pictured={t('rewards.landing.picture')}
      ornament={state === 'valid' && <GiftArt />}
    >
      <p className="mt-5">
        <ButtonAnchor href={localePath(locale, registerPath({ code, state }, isRegistering))}>
          {t(`rewards.landing.${start}`)}
        </ButtonAnchor>
      </p>
      {state === 'valid' && <p className={classes.note}>{t('rewards.landing.codeKept', { code: shown })}</p>}
      {state === 'unchecked' && (
        <p className={classes.note}>{t('rewards.landing.uncheckedText', { code: shown })}</p>
      )}
      {kept !== null && (
        <p className={classes.note}>
          {t('rewards.landing.otherKept', { code: <strong className="keep">{kept}</strong> })}
        </p>
      )}
    </PicturedHero>
  );
}

async function headingOf(state: Invitation['state'], locale: Locale) {
  const t = await getI18n();
  if (state === 'valid')
    return t('rewards.landing.heading', {
      discount: <Baht satang={FRIEND_DISCOUNT} locale={locale} short />,
    });
  const heading = state === 'invalid' ? 'rewards.landing.invalidHeading' : 'rewards.landing.uncheckedHeading';
  return <Phrases text={t(heading)} locale={locale} />;
}

/**
 * Returns the URL of the next registration step. The URL contains the code, so that the page works without
 * scripts.
 */
function registerPath({ code, state }: Invitation, isRegistering: boolean): string {
  return withCode(isRegistering ? '/register/payment' : '/register', state === 'invalid' ? undefined : code);
}

interface SecondCodeProps {
  locale: Locale;
  code: string;
  attached: string;
}

/**
 * Explains that a registration has only one code. The opened invitation does not replace the existing code.
 */
async function SecondCode({ locale, code, attached }: SecondCodeProps) {
  const t = await getI18n();
  return (
    <PicturedHero
      kicker={t('rewards.landing.kicker')}
      title={<Phrases text={t('rewards.landing.secondHeading')} locale={locale} />}
      lead={t('rewards.landing.secondText', { code: <strong className="keep">{attached}</strong> })}
      pictured={t('rewards.landing.picture')}
    >
      <p className="mt-5">
        <ButtonAnchor href={localePath(locale, '/register/payment')}>
          {t('rewards.landing.goOn')}
        </ButtonAnchor>
      </p>
      <p className={classes.note}>
        {t('rewards.landing.secondHow', { code: <strong className="keep">{code}</strong> })}
      </p>
    </PicturedHero>
  );
}

async function ForSubscriber({ locale, points }: { locale: Locale; points: number }) {
  const t = await getI18n();
  return (
    <PicturedHero
      title={<Phrases text={t('rewards.landing.subscriberHeading')} locale={locale} />}
      lead={t('rewards.landing.subscriberText', { points: t('common.points', { count: points }) })}
      pictured={t('rewards.landing.picture')}
    >
      <p className="mt-5">
        <ButtonAnchor href={localePath(locale, '/account/rewards')}>
          {t('rewards.landing.subscriberGo')}
        </ButtonAnchor>
      </p>
    </PicturedHero>
  );
}
