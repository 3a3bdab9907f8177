'use client';

import { useEffect, useRef, useState } from 'react';
import { SprigArt, RainArt } from '@/components/art/scenes';
import { ButtonLink } from '@/components/button';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { refusalOf, trpc } from '@/trpc/react';
import classes from './entry.module.css';

/** Opens the link of the welcome mail. Its secret is in the fragment, which no server and no log ever sees. */
export function VerifyEmail() {
  const t = useI18n();
  const locale = useLocale();
  const asked = useRef(false);
  const [outcome, setOutcome] = useState<'looking' | 'done' | 'expired' | 'failed'>('looking');
  const { mutateAsync } = trpc.registration.confirmEmail.useMutation();

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const token = window.location.hash.slice(1);
    window.history.replaceState(null, '', window.location.pathname);
    mutateAsync({ token }).then(
      () => setOutcome('done'),
      (error: unknown) => setOutcome(refusalOf(error).code === null ? 'failed' : 'expired'),
    );
  }, [mutateAsync]);

  const words = {
    looking: { heading: t('register.confirmEmail.title'), text: t('common.loading') },
    done: { heading: t('register.confirmEmail.done'), text: t('register.confirmEmail.doneText') },
    expired: { heading: t('register.confirmEmail.expired'), text: t('register.confirmEmail.expiredText') },
    failed: { heading: t('common.errorTitle'), text: t('common.offlineText') },
  }[outcome];

  return (
    <div className={classes.page} aria-live="polite">
      {outcome === 'expired' || outcome === 'failed' ? (
        <RainArt className={classes.art} />
      ) : (
        <SprigArt className={classes.art} />
      )}
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      {outcome !== 'looking' && (
        <p className={classes.actions}>
          <ButtonLink
            href={localePath(locale, '/account')}
            look={outcome === 'done' ? 'primary' : 'secondary'}
          >
            {t('common.account')}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
