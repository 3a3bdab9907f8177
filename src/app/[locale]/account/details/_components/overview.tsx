'use client';

import Link from 'next/link';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/react';
import { MyData } from './my-data';
import classes from './overview.module.css';

export type Profile = RouterOutputs['account']['profile'];

/** Everything somebody may change about themselves, as it is now, each with its way to change it. */
export function Overview({ profile }: { profile: Profile }) {
  const t = useI18n();
  const { delivery } = profile;
  return (
    <TaskPage heading={t('details.title')} lead={t('details.lead')}>
      <div className={classes.list}>
        <Part title={t('details.personal.title')} page="personal">
          <Person profile={profile} />
        </Part>
        <Part title={t('details.address.title')} page="address">
          <p>
            {delivery
              ? [
                  delivery.address,
                  delivery.subdistrict,
                  delivery.district,
                  delivery.province,
                  delivery.postalCode,
                ]
                  .filter(Boolean)
                  .join(', ')
              : t('details.address.none')}
          </p>
        </Part>
        <Part title={t('details.email.title')} page="email">
          <PresentEmail profile={profile} />
          {profile.pendingEmail && (
            <p className={classes.waiting}>
              {t('details.email.waitingShort', { email: profile.pendingEmail })}
            </p>
          )}
        </Part>
        <Part title={t('details.password.title')} page="password">
          <p>{profile.hasPassword ? t('details.password.set') : t('details.password.none')}</p>
        </Part>
        <MyData />
      </div>
    </TaskPage>
  );
}

interface PartProps {
  title: string;
  page: 'personal' | 'address' | 'email' | 'password';
  children: React.ReactNode;
}

function Part({ title, page, children }: PartProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <section className={classes.part} aria-labelledby={`${page}-title`}>
      <div className={classes.head}>
        <h2 id={`${page}-title`}>{title}</h2>
        <Link
          href={localePath(locale, `/account/details/${page}`)}
          className={classes.change}
          aria-label={`${t('common.change')}: ${title}`}
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

/** The e-mail that logs in, and whether it is known to be theirs. */
export function PresentEmail({ profile }: { profile: Profile }) {
  const t = useI18n();
  return (
    <>
      <p>{profile.email}</p>
      <p>
        <span className={classes.tag} data-open={profile.emailVerified ? undefined : true}>
          {profile.emailVerified ? t('details.email.confirmed') : t('details.email.unconfirmed')}
        </span>
      </p>
      {!profile.emailVerified && profile.pendingEmail === null && (
        <p className={classes.muted}>{t('details.email.unconfirmedHint')}</p>
      )}
    </>
  );
}
