'use client';

import Link from 'next/link';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { addressText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
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
}

/** Lists all personal details with links to change them. */
export function Overview({ profile, loginMethods, consents }: OverviewProps) {
  const t = useI18n();
  const { delivery } = profile;
  return (
    <TaskPage heading={t('details.title')} lead={t('details.lead')}>
      <div className={`stack-4 mt-5 ${classes.list}`}>
        <Part title={t('details.personal.title')} page="personal">
          <Person profile={profile} />
        </Part>
        <Part title={t('details.address.title')} page="address">
          <p>{delivery ? addressText(delivery) : t('details.address.none')}</p>
        </Part>
        <WaysToLogIn profile={profile} loginMethods={loginMethods} />
        <Messages initiallyOn={profile.optionalMessages} />
        <Consents consents={consents} />
        <MyData loginMethods={loginMethods} email={profile.email} />
      </div>
    </TaskPage>
  );
}

interface PartProps {
  title: string;
  page: 'personal' | 'address';
  children: React.ReactNode;
}

function Part({ title, page, children }: PartProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <section className="card anywhere" aria-labelledby={`${page}-title`}>
      <div className={`row ${classes.head}`}>
        <h2 id={`${page}-title`}>{title}</h2>
        <Link
          href={localePath(locale, `/account/details/${page}`)}
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
