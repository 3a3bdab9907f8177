'use client';

import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { CardFrame } from '@/components/payments/card-frame';
import { PayNotice } from '@/components/payments/pay-notice';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import type { OwnBankAccounts } from '@/components/payments/link-bank';
import type { Gateway } from '@/components/payments/use-card-pay';
import { Baht, DayText } from '@/components/values';
import { addDays } from '@/domain/day';
import { RECEIVE_BY_DAYS } from '@/domain/delivery';
import { stateOfPayment } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { AccountPart, hasBank } from './account-part';
import { Consequence } from './consequence';
import type { Registration } from './flow';
import { isAwaited, isLinkOpen } from './link-open';
import { OfflinePart } from './offline-part';
import classes from './payment-step.module.css';
import { Review } from './review';
import { StepShell } from './step-shell';
import { Summary } from './summary';
import { useCardPayment } from './use-payment';

// Loaded after the page. If it cannot be loaded, the payment goes on without the picture.
const BoxPicture = lazy(() =>
  import('./box-picture').then(
    ({ BoxPicture }) => ({ default: BoxPicture }),
    () => ({ default: () => <></> }),
  ),
);

const METHODS = ['card', 'bank_account', 'offline'] as const;
type Method = (typeof METHODS)[number];

interface PaymentStepProps {
  registration: Registration;
  /** Whether a payment link is offered beside the card. */
  isOfflineAllowed: boolean;
  bankAccounts: OwnBankAccounts;
  /** The method that is chosen first. */
  firstMethod: Method;
  /** The marks of the accepted ways to pay, and the statements beside the total. Both come from the server. */
  marks: Record<Method, React.ReactNode>;
  assurances: React.ReactNode;
  gateway: Gateway;
}

/** Step 4: total, method and payment, with everything that is ordered below. */
export function PaymentStep(props: PaymentStepProps) {
  const { registration: initial, isOfflineAllowed, bankAccounts, firstMethod, marks, assurances } = props;
  const t = useI18n();
  const locale = useLocale();
  const [fresh, setFresh] = useState<Registration | null>(null);
  const registration = fresh ?? initial;
  const [chosen, setMethod] = useState(firstMethod);
  const [isTried, setTried] = useState(false);
  const { totals, dates, plan } = registration;
  const found = registration.payment && stateOfPayment(registration.payment);
  // While a payment link is open, the visitor can only replace it by a card or a bank account.
  const isInstead = isLinkOpen(registration);
  const wasInstead = isLinkOpen(initial);
  const offered = {
    card: true,
    bank_account: hasBank(bankAccounts),
    offline: isOfflineAllowed && !isInstead,
  };
  const methods = METHODS.filter((one) => offered[one]);
  const hasChoice = methods.length > 1;
  const method = offered[chosen] ? chosen : 'card';
  const reload = async () => {
    const current = await trpc.registration.current.query().catch(() => null);
    if (!current) return;
    setFresh(current);
    // The visitor has paid or created a payment link in another tab.
    const isElsewhere = current.step === 'done' || (isAwaited(current) && !wasInstead);
    if (isElsewhere) loadPage(localePath(locale, '/register/confirmation'));
  };
  const below = (
    <Review registration={registration} isFixed={isInstead} reload={reload}>
      {assurances}
    </Review>
  );

  return (
    <StepShell
      step="payment"
      heading={t('register.payment.heading')}
      back={isInstead ? '/register/confirmation' : undefined}
      aside={
        <Summary
          items={plan.items}
          totals={totals}
          dates={dates}
          code={registration.code}
          picture={
            <Suspense>
              <BoxPicture items={plan.items} />
            </Suspense>
          }
        />
      }
    >
      {found && !isTried && (
        <PayNotice state={found} amount={totals.total} {...declineWords()} t={t} locale={locale}>
          {found.is === 'confirm' && <p>{t('register.payment.actionOther')}</p>}
        </PayNotice>
      )}
      {isInstead && <Notice tone="info">{t('register.payment.insteadText')}</Notice>}
      <Total registration={registration} isToday={method !== 'offline'} />
      {hasChoice ? (
        <MethodChoice methods={methods} method={method} marks={marks} onChange={setMethod} />
      ) : (
        marks.card
      )}
      {method === 'offline' && (
        <OfflinePart registration={registration} reload={reload}>
          {below}
        </OfflinePart>
      )}
      {method === 'bank_account' && (
        <AccountPart registration={registration} own={bankAccounts} reload={reload}>
          {below}
        </AccountPart>
      )}
      {method === 'card' && (
        <CardPart
          registration={registration}
          gateway={props.gateway}
          isInstead={isInstead}
          reload={reload}
          onTry={() => setTried(true)}
          onOffline={offered.offline ? () => setMethod('offline') : null}
        >
          {below}
        </CardPart>
      )}
    </StepShell>
  );

  /** A declined bank account is not answered with another card. */
  function declineWords() {
    const byAccount = registration.payment?.method === 'bank_account';
    return byAccount ? { reasonText: t('bankAccounts.declined'), declinedText: null } : {};
  }
}

/** Shows the total and, if it is paid today, when the box arrives. */
function Total({
  registration: { totals, dates },
  isToday,
}: {
  registration: Registration;
  isToday: boolean;
}) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <p className={classes.total}>
      <span>
        <span className="muted small">{t(`register.payment.${isToday ? 'today' : 'amount'}`)}</span>
        <strong>
          <Baht satang={totals.total} locale={locale} />
        </strong>
      </span>
      {isToday && (
        <span className="small">
          {t('register.confirmation.arrives', {
            date: <DayText day={addDays(dates[0], RECEIVE_BY_DAYS)} locale={locale} />,
          })}
        </span>
      )}
    </p>
  );
}

interface MethodChoiceProps {
  /** The offered methods. */
  methods: readonly Method[];
  method: Method;
  marks: Record<Method, React.ReactNode>;
  onChange: (method: Method) => void;
}

function MethodChoice({ methods, method, marks, onChange }: MethodChoiceProps) {
  const t = useI18n();
  return (
    <fieldset>
      <legend className="visually-hidden">{t('register.payment.how')}</legend>
      <div className={classes.methods}>
        {methods.map((value) => (
          <label key={value} className={classes.method}>
            <input
              type="radio"
              name="method"
              value={value}
              className={classes.radio}
              aria-label={t(`register.payment.${value}`)}
              checked={method === value}
              onChange={() => onChange(value)}
            />
            <span aria-hidden>{t(`register.payment.${value}`)}</span>
            {marks[value]}
          </label>
        ))}
      </div>
      <p className="muted small mt-2">
        {t(method === 'bank_account' ? 'bankAccounts.how' : `register.payment.${method}Note`)}
      </p>
    </fieldset>
  );
}

interface CardPartProps {
  registration: Registration;
  gateway: Gateway;
  isInstead: boolean;
  reload: () => Promise<void>;
  /** Called when a payment starts. What the page has found is then out of date. */
  onTry: () => void;
  /** Chooses the payment link instead; null if it is not offered. */
  onOffline: (() => void) | null;
  children: React.ReactNode;
}

function CardPart(props: CardPartProps) {
  const { registration, gateway, isInstead, reload, onTry, onOffline, children } = props;
  const t = useI18n();
  const locale = useLocale();
  const { total } = registration.totals;
  const payment = useCardPayment({ registration, gateway, isInstead, reload });
  const amount = bahtText(total, locale);
  return (
    <section aria-label={t('register.payment.card')} className={`stack mt-3 ${classes.pay}`}>
      <PayOutcome pay={payment}>
        {onOffline && (
          <Button look="secondary" onClick={onOffline}>
            {t('register.payment.offlineInstead')}
          </Button>
        )}
      </PayOutcome>
      <CardFrame card={payment} />
      <div className={classes.below}>{children}</div>
      <div className={classes.bar}>
        <p className="small">
          <Consequence registration={registration} />
        </p>
        <PaySubmit
          pay={payment}
          onClick={() => {
            onTry();
            payment.submit();
          }}
          label={t(`register.payment.${total === 0 ? 'payNothing' : 'pay'}`, { amount })}
          busyLabel={t('register.payment.paying', { amount })}
        />
      </div>
    </section>
  );
}
