'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { BankChoice, useLinkBank, type OwnBankAccounts } from '@/components/payments/link-bank';
import { accountText } from '@/components/payments/means-name';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import type { Pay } from '@/components/payments/use-pay';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { Consequence } from './consequence';
import type { Registration } from './flow';
import classes from './payment-step.module.css';
import { useAccountPayment, usePaymentOptions } from './use-payment';

/** Whether the first order can be paid by bank account. */
export const hasBank = ({ linked, banks }: OwnBankAccounts): boolean => linked !== null || banks.length > 0;

interface AccountPartProps {
  registration: Registration;
  own: OwnBankAccounts;
  reload: () => Promise<void>;
  children: React.ReactNode;
}

/** Pays the first order by bank account: by the linked one, or by one that is linked first. */
export function AccountPart(props: AccountPartProps) {
  const { linked } = props.own;
  const [isAnother, setAnother] = useState(false);
  return linked && !linked.isRefused && !isAnother ? (
    <ByLinked {...props} linked={linked} onAnother={() => setAnother(true)} />
  ) : (
    <ByNew {...props} />
  );
}

interface ByLinkedProps extends AccountPartProps {
  linked: NonNullable<OwnBankAccounts['linked']>;
  onAnother: () => void;
}

function ByLinked({ linked, onAnother, ...props }: ByLinkedProps) {
  const t = useI18n();
  const locale = useLocale();
  const payment = useAccountPayment(props);
  const amount = bahtText(props.registration.totals.total, locale);
  return (
    <Part
      registration={props.registration}
      below={props.children}
      pay={payment}
      onClick={payment.submit}
      label={t('register.payment.pay', { amount })}
      busyLabel={t('register.payment.paying', { amount })}
    >
      <p className="strong">{accountText(t, linked)}</p>
      {props.own.banks.length > 0 && (
        <Button look="quiet" onClick={onAnother}>
          {t('bankAccounts.another')}
        </Button>
      )}
    </Part>
  );
}

function ByNew(props: AccountPartProps) {
  const { registration, own } = props;
  const t = useI18n();
  const locale = useLocale();
  const { total } = registration.totals;
  const link = useLinkBank(own, total, usePaymentOptions(props));
  const bank = link.bank === null ? '' : t(`bankAccounts.banks.${link.bank}`);
  return (
    <Part
      registration={registration}
      below={props.children}
      pay={link}
      onClick={link.submit}
      label={t('bankAccounts.connectAndPay', { bank, amount: bahtText(total, locale) })}
      busyLabel={t('bankAccounts.opening', { bank })}
    >
      <BankChoice banks={own.banks} bank={link.bank} onChange={link.setBank} />
    </Part>
  );
}

interface PartProps extends React.ComponentProps<typeof PaySubmit> {
  pay: Pay;
  registration: Registration;
  /** What is ordered. */
  below: React.ReactNode;
  /** What is paid with. */
  children: React.ReactNode;
}

function Part({ pay, registration, children, below, ...submit }: PartProps) {
  const t = useI18n();
  return (
    <section aria-label={t('bankAccounts.title')} className={`stack mt-3 ${classes.pay}`}>
      {children}
      <PayOutcome pay={pay} reasonText={t('bankAccounts.declined')} declinedText={null} />
      <div className={classes.below}>{below}</div>
      <div className={classes.bar}>
        <p className="small">
          <Consequence registration={registration} />
        </p>
        <PaySubmit pay={pay} {...submit} />
      </div>
    </section>
  );
}
