'use client';

import Link from 'next/link';
import { lazy, Suspense, useState } from 'react';
import { Amounts, Lines } from '@/components/box/amounts';
import { RadioList } from '@/components/forms/radio-list';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { CardFrame } from '@/components/payments/card-frame';
import { PayNotice } from '@/components/payments/pay-notice';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import type { Gateway } from '@/components/payments/use-card-pay';
import { stateOfPayment } from '@/domain/pay-state';
import { laterTotal } from '@/domain/price';
import { useI18n, useLocale } from '@/locales/client';
import { addressText, bahtText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import { CodeField } from './code-field';
import { useFlow, type Registration } from './flow';
import { isAwaited, isLinkOpen } from './link-open';
import { OfflinePart } from './offline-part';
import classes from './payment-step.module.css';
import { StepShell } from './step-shell';
import { Dates, Summary } from './summary';
import { useCardPayment } from './use-payment';

// Loaded after the page. If it cannot be loaded, the payment goes on without the picture.
const BoxPicture = lazy(() =>
  import('./box-picture').then(
    ({ BoxPicture }) => ({ default: BoxPicture }),
    () => ({ default: () => <></> }),
  ),
);

interface PaymentStepProps {
  registration: Registration;
  /** Whether a payment link is offered beside the card. */
  isOfflineAllowed: boolean;
  /** The marks of the accepted cards, and the statements beside the total. Both come from the server. */
  marks: React.ReactNode;
  assurances: React.ReactNode;
  gateway: Gateway;
}

/** Step 4: summary and payment. */
export function PaymentStep(props: PaymentStepProps) {
  const { registration: initial, isOfflineAllowed, marks, assurances, gateway } = props;
  const t = useI18n();
  const locale = useLocale();
  const [fresh, setFresh] = useState<Registration | null>(null);
  const registration = fresh ?? initial;
  const [method, setMethod] = useState<'card' | 'offline'>('card');
  const [isTried, setTried] = useState(false);
  const { totals, dates, plan } = registration;
  const found = registration.payment && stateOfPayment(registration.payment);
  // While a payment link is open, the visitor can only replace it by a card.
  const isInstead = isLinkOpen(registration);
  const wasInstead = isLinkOpen(initial);
  const reload = async () => {
    const current = await trpc.registration.current.query().catch(() => null);
    if (!current) return;
    setFresh(current);
    // The visitor has paid or created a payment link in another tab.
    const isElsewhere = current.step === 'done' || (isAwaited(current) && !wasInstead);
    if (isElsewhere) loadPage(localePath(locale, '/register/confirmation'));
  };

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
        <PayNotice state={found} amount={totals.total} t={t} locale={locale}>
          {found.is === 'confirm' && <p>{t('register.payment.actionOther')}</p>}
        </PayNotice>
      )}
      {isInstead && <Notice tone="info">{t('register.payment.insteadText')}</Notice>}
      <Review registration={registration} isFixed={isInstead}>
        {assurances}
      </Review>
      {!isInstead && <CodeField code={registration.code} onChanged={reload} />}
      {marks}
      {isOfflineAllowed && !isInstead && <MethodChoice method={method} onChange={setMethod} />}
      {method === 'offline' && !isInstead ? (
        <OfflinePart registration={registration} reload={reload} />
      ) : (
        <CardPart
          registration={registration}
          gateway={gateway}
          isInstead={isInstead}
          reload={reload}
          onTry={() => setTried(true)}
        />
      )}
    </StepShell>
  );
}

interface MethodChoiceProps {
  method: 'card' | 'offline';
  onChange: (method: 'card' | 'offline') => void;
}

function MethodChoice({ method, onChange }: MethodChoiceProps) {
  const t = useI18n();
  return (
    <RadioList
      name="method"
      legend={t('register.payment.how')}
      value={method}
      onChange={onChange}
      options={[
        { value: 'card', label: t('register.payment.card'), note: t('register.payment.cardNote') },
        { value: 'offline', label: t('register.payment.offline'), note: t('register.payment.offlineNote') },
      ]}
    />
  );
}

interface CardPartProps {
  registration: Registration;
  gateway: Gateway;
  isInstead: boolean;
  reload: () => Promise<void>;
  /** Called when a payment starts. What the page has found is then out of date. */
  onTry: () => void;
}

function CardPart({ registration, gateway, isInstead, reload, onTry }: CardPartProps) {
  const t = useI18n();
  const locale = useLocale();
  const { total } = registration.totals;
  const payment = useCardPayment({ registration, gateway, isInstead, reload });
  const amount = bahtText(total, locale);
  return (
    <section aria-labelledby="card-title" className="stack mt-5">
      <h2 id="card-title" className="h3">
        {t('register.payment.card')}
      </h2>
      <PayOutcome pay={payment} />
      <CardFrame card={payment} />
      <p className="medium">
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
    </section>
  );
}

/** Explains what the button charges: today's amount, and the amount of later boxes. */
function Consequence({ registration: { totals, dates } }: { registration: Registration }) {
  const t = useI18n();
  const locale = useLocale();
  const regular = laterTotal(totals);
  const amount = bahtText(totals.total, locale);
  const date = dates[1] ? dayText(dates[1], locale) : '';
  return (
    <>
      {regular === totals.total
        ? t('register.payment.consequenceSame', { amount, date })
        : t('register.payment.consequence', { amount, next: bahtText(regular, locale), date })}
    </>
  );
}

interface ReviewProps {
  registration: Registration;
  isFixed: boolean;
  children: React.ReactNode;
}

function Review({ registration, isFixed, children }: ReviewProps) {
  const t = useI18n();
  const locale = useLocale();
  const { products } = useFlow();
  const { plan, totals, dates, delivery, details, code } = registration;
  return (
    <div className="surface mt-4">
      <section className={classes.part}>
        <PartHead
          title={t('register.payment.to')}
          href={isFixed ? null : localePath(locale, '/register/delivery')}
        />
        <p>
          {details.firstName} {details.lastName}
        </p>
        <p className="muted small">{delivery && addressText(delivery)}</p>
      </section>
      <section className={`${classes.part} ${classes.onPhone}`}>
        <PartHead title={t('register.payment.box')} href={isFixed ? null : localePath(locale, '/register')} />
        <Lines items={plan.items} products={products} />
        <Amounts totals={totals} code={code} />
      </section>
      <section className={`${classes.part} ${classes.onPhone}`}>
        <h2 className="h3">
          {t('register.payment.schedule')}{' '}
          <span className={classes.rhythm}>{t(`common.perMonths${plan.frequency as 1}`)}</span>
        </h2>
        <Dates dates={dates} totals={totals} />
      </section>
      <section className={classes.part}>{children}</section>
    </div>
  );
}

function PartHead({ title, href }: { title: string; href: string | null }) {
  const t = useI18n();
  return (
    <div className={classes.head}>
      <h2 className="h3">{title}</h2>
      {href && (
        <Link href={href} className="tap" aria-label={t('common.changeOf', { name: title })}>
          {t('common.change')}
        </Link>
      )}
    </div>
  );
}
