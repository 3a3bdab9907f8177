'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { RadioList } from '@/components/forms/radio-list';
import { Notice } from '@/components/notice';
import { usePay } from '@/components/payments/use-pay';
import { FrequencyChoice } from '@/components/rhythm/frequency-choice';
import { KeptNotice } from '@/components/session/kept-notice';
import { useKeptInput } from '@/components/session/use-kept-input';
import { useDone } from '@/components/use-done';
import { Baht, DayText } from '@/components/values';
import { addDays, isDay, type Day } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { epochFrom } from '@/domain/reactivation';
import { cycleDate } from '@/domain/schedule';
import { FREQUENCIES, type Frequency } from '@/domain/subscription';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { DayGrid } from './day-grid';
import { MeansName } from './means-name';
import { NoMeans } from './no-means';
import { FoundDecline, PayPart } from './pay-part';
import { SheetFoot } from './sheet';
import { Plan, type Reactivation } from './plan';

type Product = RouterOutputs['catalogue']['products'][number];

interface ReactivateFormProps {
  reactivation: Reactivation;
  products: readonly Product[];
}

/**
 * Reactivates the subscription. Shows the dates, the frequency and today's charge before the subscriber
 * confirms.
 */
export function ReactivateForm({ reactivation, products }: ReactivateFormProps) {
  const t = useI18n();
  const locale = useLocale();
  const { subscription, from, until, chargedNow, card } = reactivation;
  const { when, setWhen, date, setDate, frequency, setFrequency, wasKept } =
    useRequestedReactivation(reactivation);
  const [isDateMissing, setDateMissing] = useState(false);
  const [consent, setConsent] = useState<ConsentState>('open');
  const router = useRouter();
  const done = useDone('/account');
  const { pay, ...state } = usePay({
    onPaid: () => (done(t('subscription.reactivate.done')), 'leaving'),
    reload: () => router.refresh(),
  });
  const day = isDay(date) && date >= from && date <= until ? date : null;
  const dates = when === 'now' ? reactivation.datesNow[frequency] : day && datesFrom(day, frequency);
  const shown = { from: dayText(from, locale), until: dayText(until, locale) };
  const isCharged = subscription.paymentMethod !== 'offline';
  const means = card ?? subscription.bankAccount;
  const regular = subscription.boxPrice + (subscription.deliveryFee ?? 0);

  const reactivate = (from: 'now' | Day, expectedTotal: number) =>
    pay(expectedTotal, async () => {
      const input = { when: from, frequency, expectedTotal };
      const { charge, pendingPayment } = await trpc.subscription.reactivate.mutate(input);
      return { charge, paymentUrl: pendingPayment?.paymentUrl };
    });
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (when === 'later' && !day) {
      setDateMissing(true);
      return void document.getElementById('reactivate-date')?.focus();
    }
    if (consent !== 'given') {
      setConsent('missing');
      return void document.getElementById('reactivate-consent')?.focus();
    }
    if (when === 'now') return void reactivate(when, chargedNow ?? 0);
    if (day) void reactivate(day, regular);
  };

  if (isCharged && !means) return <NoMeans method={subscription.paymentMethod} />;
  return (
    <form method="post" noValidate onSubmit={submit}>
      {state.outcome === undefined && (
        <FoundDecline
          reason={reactivation.declined}
          amount={chargedNow ?? regular}
          text={t('subscription.reactivate.declinedText')}
        />
      )}
      <WhenChoice reactivation={reactivation} when={when} onChange={setWhen} />
      {when === 'later' && (
        <DayGrid
          id="reactivate-date"
          legend={t('subscription.reactivate.date')}
          hint={t('subscription.reactivate.dateHint', shown)}
          range={{ from, until }}
          value={day}
          error={isDateMissing && !day ? t('subscription.reactivate.dateMissing', shown) : null}
          onChange={setDate}
        />
      )}
      <FrequencyChoice
        legend={t('subscription.reactivate.frequency')}
        value={frequency}
        onChange={setFrequency}
      />
      <Plan reactivation={reactivation} products={products} dates={dates} isNow={when === 'now'} />
      <KeptNotice shown={wasKept && !state.outcome} />
      <Warnings reactivation={reactivation} isNow={when === 'now'} />
      <Consent value={consent} onChange={setConsent} />
      <SheetFoot>
        <p className="strong">{consequence()}</p>
        <PayPart
          pay={state}
          declinedText={t('subscription.reactivate.declinedText')}
          label={label()}
          busyLabel={t('subscription.reactivate.working')}
        />
      </SheetFoot>
    </form>
  );

  /** Returns the sentence that explains what the button charges and when. */
  function consequence() {
    const amount = <Baht satang={chargedNow ?? regular} locale={locale} />;
    if (when === 'later') {
      const date = day && <DayText day={day} locale={locale} />;
      const key = isCharged ? 'chargedLater' : 'chargedLaterLink';
      return date && t(`subscription.reactivate.${key}`, { amount, date });
    }
    if (chargedNow === null) return t('subscription.reactivate.chargedNothing');
    if (!isCharged) return t('subscription.reactivate.chargedTodayLink', { amount });
    if (!means) return t('subscription.reactivate.chargedToday', { amount });
    return t('subscription.reactivate.chargedTodayCard', { amount, card: <MeansName means={means} /> });
  }

  function label() {
    if (when === 'later') {
      return day
        ? t('subscription.reactivate.submitLater', { date: dayText(day, locale) })
        : t('subscription.reactivate.submitLaterPlain');
    }
    if (chargedNow === null) return t('subscription.reactivate.submitFree');
    return isCharged
      ? t('subscription.reactivate.submitNow', { amount: bahtText(chargedNow, locale) })
      : t('subscription.reactivate.submitLink');
  }
}

type ConsentState = 'given' | 'open' | 'missing';

interface ConsentProps {
  value: ConsentState;
  onChange: (value: ConsentState) => void;
}

/** Asks again for the consent to charges, which a cancellation has withdrawn and a reactivation records. */
function Consent({ value, onChange }: ConsentProps) {
  const t = useI18n();
  const isMissing = value === 'missing';
  return (
    <>
      <label className="tick mt-3">
        <input
          type="checkbox"
          id="reactivate-consent"
          name="chargingConsent"
          checked={value === 'given'}
          aria-describedby={isMissing ? 'reactivate-consent-error' : undefined}
          aria-invalid={isMissing || undefined}
          onChange={(event) => onChange(event.currentTarget.checked ? 'given' : 'open')}
        />
        {t('register.details.chargingConsent')}
      </label>
      {isMissing && (
        <p id="reactivate-consent-error" role="alert" className="problem">
          {t('validation.chargingConsent')}
        </p>
      )}
    </>
  );
}

type When = 'now' | 'later';

interface WhenChoiceProps {
  reactivation: Reactivation;
  when: When;
  onChange: (when: When) => void;
}

/** Lets the subscriber choose between today and a later date. If today is not possible, explains why. */
function WhenChoice({ reactivation, when, onChange }: WhenChoiceProps) {
  const t = useI18n();
  const locale = useLocale();
  const { today, from, chargedNow, refundedToday } = reactivation;
  if (refundedToday) {
    return (
      <Notice tone="info" title={t('subscription.reactivate.tomorrowTitle')}>
        <p>{t('subscription.reactivate.tomorrowText', { date: <DayText day={from} locale={locale} /> })}</p>
      </Notice>
    );
  }
  return (
    <RadioList
      name="when"
      legend={t('subscription.reactivate.when')}
      value={when}
      onChange={onChange}
      options={[
        {
          value: 'now',
          label: t('subscription.reactivate.now'),
          note:
            chargedNow === null
              ? t('subscription.reactivate.chargedNothing')
              : t('subscription.reactivate.nowText', {
                  date: dayText(addDays(today, RECEIVE_BY_DAYS), locale),
                }),
        },
        {
          value: 'later',
          label: t('subscription.reactivate.later'),
          note: t('subscription.reactivate.laterText'),
        },
      ]}
    />
  );
}

/** Manages the chosen date and frequency. Stores them when the session ends. */
function useRequestedReactivation({ subscription, refundedToday, from }: Reactivation) {
  const present = subscription.frequency as Frequency;
  const [chosen, setWhen] = useState<When>('now');
  const [typed, setDate] = useState<string | null>(null);
  const [frequency, setFrequency] = useState(present);
  const when = refundedToday ? 'later' : chosen;
  const date = typed ?? (refundedToday ? from : '');
  const isChosen = chosen === 'later' || typed !== null || frequency !== present;
  const cameBack = useKeptInput('reactivate', isChosen ? { when, date, frequency } : null, (kept) => {
    const every = FREQUENCIES.find((known) => known === kept.frequency);
    if (kept.when === 'later') setWhen('later');
    if (typeof kept.date === 'string' && kept.date !== '') setDate(kept.date);
    if (every) setFrequency(every);
  });
  return { when, setWhen, date, setDate, frequency, setFrequency, wasKept: cameBack && isChosen };
}

/** Returns the first three payment dates of a subscription that starts on the given day. */
function datesFrom(day: Day, frequency: Frequency): Day[] {
  const epoch = epochFrom(day, frequency, 0);
  return [0, 1, 2].map((index) => cycleDate(epoch, index));
}

function Warnings({ reactivation, isNow }: { reactivation: Reactivation; isNow: boolean }) {
  const t = useI18n();
  // If today's order is already paid, a reactivation sends no additional box.
  const sendsNow = isNow && reactivation.chargedNow !== null;
  const sendsTwo = reactivation.boxUnsent && (sendsNow || !isNow);
  if (!sendsNow && !sendsTwo) return null;
  return (
    <Notice tone="waiting">
      {sendsNow && <p>{t('subscription.reactivate.warnBox')}</p>}
      {sendsTwo && <p>{t('subscription.reactivate.warnTwo')}</p>}
    </Notice>
  );
}
