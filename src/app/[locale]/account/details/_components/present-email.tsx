'use client';

import { Notice } from '@/components/notice';
import { useI18n } from '@/locales/client';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './overview.module.css';

type Profile = RouterOutputs['account']['profile'];

/** Shows the login e-mail and whether it is verified. */
export function PresentEmail({ profile }: { profile: Profile }) {
  const t = useI18n();
  return (
    <>
      <p>{profile.email}</p>
      {!profile.emailFailed && (
        <p>
          <span className={`tag good ${classes.tag}`} data-open={profile.emailVerified ? undefined : true}>
            {profile.emailVerified ? t('details.email.confirmed') : t('details.email.unconfirmed')}
          </span>
        </p>
      )}
      {profile.emailFailed && <Notice tone="bad">{t('details.email.failed')}</Notice>}
      {!profile.emailVerified && profile.pendingEmail === null && (
        <p className="muted small">{t('details.email.unconfirmedHint')}</p>
      )}
    </>
  );
}
