'use client';

import { RainArt } from '@/components/art/scenes';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { forgetKeptInput } from '@/components/session/kept-input';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { forgetDraft } from '@/components/registration/draft';
import { OutcomeScreen } from './outcome-screen';

interface LapsedProps {
  /** ISO 8601 UTC: the first instant at which the registration could not be paid. */
  expiredAt: string;
  /** ISO 8601 UTC: until when a timely transfer is still accepted. */
  awaitedUntil: string;
}

/** Explains an expired registration: what happens to a timely transfer, and how to register again. */
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
