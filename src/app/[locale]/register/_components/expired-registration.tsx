'use client';

import { RainArt } from '@/components/art/rain';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { OutcomeScreen } from '@/components/outcome-screen';
import { forgetKeptInput } from '@/components/session/kept-input';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { forgetDraft } from '@/components/registration/draft';

interface LapsedProps {
  /** The time from which the registration can no longer be paid, in ISO 8601 and UTC. */
  expiredAt: string;
  /** The time until which a transfer sent before `expiredAt` is accepted, in ISO 8601 and UTC. */
  awaitedUntil: string;
}

/**
 * Explains that the registration has expired, what happens to a transfer sent in time, and how to register
 * again.
 */
export function ExpiredRegistration({ expiredAt, awaitedUntil }: LapsedProps) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy } = useCommand();
  const registerAgain = () =>
    run(
      async () => {
        await trpc.auth.logOut.mutate();
        forgetKeptInput();
        forgetDraft();
        loadPage(localePath(locale, '/register'));
        return 'leaving';
      },
      { onProblem: ({ message }) => showToast({ message, tone: 'bad' }) },
    );
  return (
    <OutcomeScreen picture={<RainArt />} heading={t('register.confirmation.lapsedHeading')} tone="info">
      <p>{t('register.confirmation.lapsedText', { until: deadlineText(expiredAt, locale) })}</p>
      <p>{t('register.confirmation.lapsedPaid', { until: deadlineText(awaitedUntil, locale) })}</p>
      <p>{t('register.confirmation.lapsedUnpaid')}</p>
      <Button wide busy={busy} onClick={() => void registerAgain()}>
        {t('register.confirmation.registerAgain')}
      </Button>
    </OutcomeScreen>
  );
}
