'use client';

import { useEffect } from 'react';
import { ClosedBoxArt, OpenBoxArt } from '@/components/art/box';
import { ButtonAnchor } from '@/components/button-anchor';
import { OutcomeScreen } from '@/components/outcome-screen';
import { PayButton } from '@/components/payments/pay-button';
import { PayScreen } from '@/components/payments/pay-screen';
import { Baht } from '@/components/values';
import { stateOfDecline, stateOfPayment } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { deadlineText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { useRead } from '@/trpc/use-read';
import classes from './confirmation.module.css';
import { forgetDraft } from '@/components/registration/draft';
import type { Registration } from './flow';
import { RainArt } from '@/components/art/rain';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { forgetKeptInput } from '@/components/session/kept-input';
import { showToast } from '@/components/toasts';
import { trpc } from '@/trpc/react';
import { isLinkOpen } from './link-open';
import { Paid } from './paid';

const POLL_MS = 3000;

interface ConfirmationProps {
  initial: Registration | null;
  /** The id or URL of ira's LINE official account. Null if it is not configured. */
  official: string | null;
  /** Whether LINE is not connected yet. */
  asksForLine: boolean;
  /** Whether a payment link is offered beside the card. */
  isOfflineAllowed: boolean;
}

/** Shows the result of the payment. Polls the server until the result is known. */
export function Confirmation({ initial, official, asksForLine, isOfflineAllowed }: ConfirmationProps) {
  const t = useI18n();
  const locale = useLocale();
  const current = useRead(true, (queries) =>
    queries.registration.current.queryOptions(undefined, {
      staleTime: 0,
      refetchInterval: ({ state }) => (isOpen(state.data ?? initial) ? POLL_MS : false),
    }),
  );
  // The cache may still contain the response of the previous step. `initial` is newer than that.
  const registration = current.isFresh ? (current.data ?? null) : initial;
  const isPaid = registration?.step === 'done';
  useEffect(() => {
    if (isPaid) forgetDraft();
  }, [isPaid]);

  if (registration && isPaid)
    return <Paid registration={registration} official={official} asksForLine={asksForLine} />;
  if (registration && isLinkOpen(registration)) return <LinkOpen registration={registration} />;
  const { payment = null, totals, transferAwaitedUntil } = registration ?? {};
  if (!registration || !payment || payment.status === 'success')
    return <Nothing registration={registration} />;
  if (transferAwaitedUntil && !isOpen(registration)) {
    return <ExpiredRegistration expiredAt={registration.expiresAt} awaitedUntil={transferAwaitedUntil} />;
  }
  const state = stateOfPayment(payment) ?? stateOfDecline(payment.reason);
  return (
    <PayScreen state={state} amount={totals?.total ?? 0}>
      {state.is === 'checking' && (
        <p className={classes.waiting} aria-hidden>
          <span /> <span /> <span />
        </p>
      )}
      {state.is === 'declined' && (
        <>
          <ButtonAnchor href={localePath(locale, '/register/payment')} wide>
            {t('register.confirmation.anotherCard')}
          </ButtonAnchor>
          {isOfflineAllowed && (
            <ButtonAnchor href={localePath(locale, '/register/payment?by=offline')} look="secondary" wide>
              {t('register.payment.offlineInstead')}
            </ButtonAnchor>
          )}
        </>
      )}
    </PayScreen>
  );
}

function isOpen(registration: Registration | null): boolean {
  const status = registration?.payment?.status;
  return registration?.step === 'payment' && (status === 'pending' || status === 'action_required');
}

function LinkOpen({ registration: { payment, totals } }: { registration: Registration }) {
  const t = useI18n();
  const locale = useLocale();
  if (!payment?.paymentUrl || !payment.expiresAt) return null;
  return (
    <OutcomeScreen
      picture={<ClosedBoxArt />}
      heading={t('register.confirmation.linkHeading')}
      tone="waiting"
      live
    >
      <p>{t('register.confirmation.linkText', { amount: <Baht satang={totals.total} locale={locale} /> })}</p>
      <p>
        {t('register.confirmation.linkUntil', {
          until: <strong className="keep">{deadlineText(payment.expiresAt, locale)}</strong>,
        })}
      </p>
      <p>{t('register.payment.offlineStarts')}</p>
      <PayButton paymentUrl={payment.paymentUrl} wide>
        {t('payments.link.open')}
      </PayButton>
      <ButtonAnchor href={localePath(locale, '/register/payment?by=card')} look="secondary" wide>
        {t('register.confirmation.linkCard')}
      </ButtonAnchor>
      <ButtonAnchor href={localePath(locale, '/register/payment?by=bank_account')} look="secondary" wide>
        {t('bankAccounts.start')}
      </ButtonAnchor>
      <p className="muted small">{t('register.confirmation.linkItself')}</p>
      <ButtonAnchor href={localePath(locale, '/account')} look="quiet">
        {t('register.confirmation.linkAccount')}
      </ButtonAnchor>
    </OutcomeScreen>
  );
}

const RESUME = {
  details: '/register/details',
  delivery: '/register/delivery',
  payment: '/register/payment',
  done: '/account',
};

function Nothing({ registration }: { registration: Registration | null }) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <OutcomeScreen
      picture={<OpenBoxArt items={[]} />}
      heading={t('register.confirmation.nothingHeading')}
      tone="info"
    >
      <p>{t('register.confirmation.nothingText')}</p>
      <ButtonAnchor href={localePath(locale, registration ? RESUME[registration.step] : '/register')} wide>
        {t('register.confirmation.continue')}
      </ButtonAnchor>
    </OutcomeScreen>
  );
}

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
function ExpiredRegistration({ expiredAt, awaitedUntil }: LapsedProps) {
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
