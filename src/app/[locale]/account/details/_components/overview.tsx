'use client';

import Link from 'next/link';
import { accountText } from '@/components/payments/means-name';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { addressText, expiryText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { LogOut } from '../../_components/log-out';
import { CalendarFeed } from './calendar-feed';
import { Consents, type Consent } from './consents';
import { Messages } from './messages';
import { MyData } from './my-data';
import classes from './overview.module.css';
import type { LoginMethods } from './proof';
import { WaysToLogIn } from './ways-to-log-in';

export type Profile = RouterOutputs['account']['profile'];

interface OverviewProps {
  profile: Profile;
  loginMethods: LoginMethods;
  consents: readonly Consent[];
  /** Since when the calendar feed is on; null if it is off. */
  calendarSince: string | null;
  /** The subscription, and the default card; null without one. */
  paidBy: { subscription: RouterOutputs['auth']['me']['subscription']; card: Card | null };
}

type Card = RouterOutputs['account']['home']['cards'][number];

/** Lists all personal details with links to change them. */
export function Overview({ profile, loginMethods, consents, calendarSince, paidBy }: OverviewProps) {
  const t = useI18n();
  const { delivery } = profile;
  return (
    <TaskPage heading={t('details.title')} lead={t('details.lead')}>
      <div className={`stack-4 mt-5 ${classes.list}`}>
        <Part title={t('payments.method.title')} page="payment" href="/account/cards">
          <p>{howPaid()}</p>
        </Part>
        <Part title={t('details.personal.title')} page="personal">
          <Person profile={profile} />
        </Part>
        <Part title={t('details.address.title')} page="address">
          <p>{delivery ? addressText(delivery) : t('details.address.none')}</p>
        </Part>
        <WaysToLogIn profile={profile} loginMethods={loginMethods} />
        <Messages initiallyOn={profile.optionalMessages} />
        <CalendarFeed initiallySince={calendarSince} />
        <Consents consents={consents} />
        <MyData loginMethods={loginMethods} email={profile.email} />
      </div>
      <LogOut className="mt-5" />
    </TaskPage>
  );

  function howPaid(): string {
    const { subscription, card } = paidBy;
    if (subscription?.bankAccount) return accountText(t, subscription.bankAccount);
    const method = subscription?.paymentMethod ?? 'card';
    if (method !== 'card') return t(`payments.method.${method}`);
    return card ? `${card.brand} •••• ${card.lastDigits} · ${expiryText(card)}` : t('payments.method.noCard');
  }
}

interface PartProps {
  title: string;
  page: 'personal' | 'address' | 'payment';
  /** Its page, if it is not a page of the details. */
  href?: string;
  children: React.ReactNode;
}

function Part({ title, page, href = `/account/details/${page}`, children }: PartProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <section className="card anywhere" aria-labelledby={`${page}-title`}>
      <div className={`row ${classes.head}`}>
        <h2 id={`${page}-title`}>{title}</h2>
        <Link
          href={localePath(locale, href)}
          className={`tap ${classes.change}`}
          aria-label={t('common.changeOf', { name: title })}
        >
          {t('common.change')}
        </Link>
      </div>
      {children}
    </section>
  );
}

function Person({ profile }: { profile: Profile }) {
  const t = useI18n();
  const facts = [
    [t('details.personal.name'), `${profile.firstName} ${profile.lastName}`],
    [t('register.details.phone'), profile.phone],
    [
      t('register.details.ageGroup'),
      profile.ageGroup ? t(`register.details.ages.${profile.ageGroup as '18-24'}`) : t('details.notGiven'),
    ],
    [t('details.personal.language'), t(`details.personal.languages.${profile.locale}`)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term} className={classes.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
