'use client';

import Link from 'next/link';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './overview.module.css';
import { PresentEmail } from './present-email';
import type { LoginMethods } from './proof';
import { Resend } from '../../_components/resend';

interface WaysToLogInProps {
  profile: RouterOutputs['account']['profile'];
  loginMethods: LoginMethods;
}

/** Lists the login methods with their state and next step. Links to the sessions. */
export function WaysToLogIn({ profile, loginMethods }: WaysToLogInProps) {
  const t = useI18n();
  const { line, hasPassword, passkeys } = loginMethods;
  return (
    <section className={`card anywhere ${classes.whole}`} aria-labelledby="ways-title">
      <h2 id="ways-title" className="h2 mt-1">
        {t('details.ways.title')}
      </h2>
      <ul className={classes.ways}>
        <Way title={t('details.email.title')} page="email">
          <PresentEmail profile={profile} />
          {profile.pendingEmail && (
            <p className="note waiting small mt-2">
              {t('details.email.waitingShort', { email: profile.pendingEmail })}
            </p>
          )}
          {!profile.emailVerified && (
            <div className="mt-3">
              <Resend email={profile.email} />
            </div>
          )}
        </Way>
        <Way
          title={t('details.password.title')}
          page="password"
          action={hasPassword ? undefined : t('details.ways.setPassword')}
        >
          <p>{hasPassword ? t('details.password.set') : t('details.password.none')}</p>
        </Way>
        <Way
          title={t('details.line.title')}
          page="line"
          action={line ? undefined : t('details.ways.lineLink')}
        >
          <LineState line={line} />
        </Way>
        <Way
          title={t('details.passkeys.title')}
          page="passkeys"
          action={passkeys > 0 ? undefined : t('details.ways.passkeysAdd')}
        >
          <p>
            {passkeys > 0 ? t('details.ways.passkeys', { count: passkeys }) : t('details.ways.passkeysNone')}
          </p>
        </Way>
        <Way title={t('details.ways.devices')} page="sessions" action={t('details.ways.devicesLink')}>
          <p className="muted small">{t('details.ways.devicesText')}</p>
        </Way>
      </ul>
    </section>
  );
}

function LineState({ line }: Pick<LoginMethods, 'line'>) {
  const t = useI18n();
  if (!line) return <p>{t('details.ways.lineNone')}</p>;
  return (
    <>
      <p>
        {line.displayName === null
          ? t('details.ways.lineLinked')
          : t('details.ways.lineOf', { name: line.displayName })}
      </p>
      {(line.blocked || !line.friend) && (
        <p>
          <span className={`tag good ${classes.tag}`} data-open>
            {line.blocked ? t('details.ways.lineBlocked') : t('details.ways.lineNoFriend')}
          </span>
        </p>
      )}
    </>
  );
}

interface WayProps {
  title: string;
  page: 'email' | 'password' | 'line' | 'passkeys' | 'sessions';
  /** The label of the link, if it is not 'Change'. It must be clear without the title. */
  action?: string;
  children: React.ReactNode;
}

function Way({ title, page, action, children }: WayProps) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <li className={classes.way}>
      <div className={`row ${classes.head}`}>
        <h3>{title}</h3>
        <Link
          href={localePath(locale, `/account/details/${page}`)}
          className={`tap ${classes.change}`}
          aria-label={action === undefined ? t('common.changeOf', { name: title }) : undefined}
        >
          {action ?? t('common.change')}
        </Link>
      </div>
      {children}
    </li>
  );
}
