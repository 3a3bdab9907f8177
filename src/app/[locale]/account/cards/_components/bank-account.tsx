'use client';

import { useState } from 'react';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { BankChoice, useLinkBank, type OwnBankAccounts } from '@/components/payments/link-bank';
import { accountText } from '@/components/payments/means-name';
import { owedNow, paysBy, type PayingSession } from '@/components/payments/owed';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { UseBankAccount } from '@/components/payments/use-bank-account';
import { showToast } from '@/components/toasts';
import { useFocusOnMount } from '@/components/use-focus';
import { canRemoveBankAccount } from '@/domain/bank-account';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import classes from './cards.module.css';

interface BankAccountProps {
  own: OwnBankAccounts;
  session: PayingSession;
  /** Whether the page offers the account above, to pay what is due. */
  isOffered: boolean;
  /** Reads the page again after a change. */
  onChanged: () => void;
}

/** Shows the linked bank account with its use, and lets the subscriber link one. Nothing without a bank to choose. */
export function BankAccount({ own, ...props }: BankAccountProps) {
  const t = useI18n();
  const [isLinking, setLinking] = useState(own.pending !== null);
  const { linked, banks } = own;
  if (!linked && banks.length === 0) return null;
  return (
    <section className={`card stack mt-5 ${classes.account}`} aria-labelledby="bank-account-title">
      <h2 id="bank-account-title" className="h2">
        {t('bankAccounts.title')}
      </h2>
      {linked && <Linked linked={linked} {...props} />}
      {banks.length > 0 &&
        (isLinking ? (
          <Linking own={own} />
        ) : (
          <Button look={linked ? 'quiet' : 'secondary'} onClick={() => setLinking(true)}>
            {t(linked ? 'bankAccounts.another' : 'bankAccounts.start')}
          </Button>
        ))}
    </section>
  );
}

interface LinkedProps extends Omit<BankAccountProps, 'own'> {
  linked: NonNullable<OwnBankAccounts['linked']>;
}

function Linked({ linked, session, isOffered, onChanged }: LinkedProps) {
  const t = useI18n();
  const [isRemoving, setRemoving] = useState(false);
  const pays = paysBy(session, 'bank_account');
  const { paymentMethod = 'card', status = 'cancelled' } = session.subscription ?? {};
  const isRemovable = canRemoveBankAccount({ paymentMethod, status, isBeingCharged: false }).allowed;
  return (
    <>
      <p className="strong">
        {accountText(t, linked)} {pays && <span className="tag good">{t('bankAccounts.inUse')}</span>}
      </p>
      {linked.isRefused && <p className="note bad">{t('bankAccounts.refused')}</p>}
      {!linked.isRefused && !isOffered && (!pays || owedNow(session, 'bank_account') !== null) && (
        <UseBankAccount
          session={session}
          account={linked}
          onChanged={() => {
            showToast({ message: t('bankAccounts.changed'), tone: 'good' });
            onChanged();
          }}
        />
      )}
      {isRemovable && !isRemoving && (
        <Button look="quiet" onClick={() => setRemoving(true)}>
          {t('bankAccounts.remove')}
        </Button>
      )}
      {isRemoving && <Removal linked={linked} onClose={() => setRemoving(false)} onRemoved={onChanged} />}
    </>
  );
}

interface RemovalProps {
  linked: LinkedProps['linked'];
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes the account after a confirmation. Krungthai keeps a consent of its own. */
function Removal({ linked, onClose, onRemoved }: RemovalProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const { run, busy, problem } = useCommand();
  const isKtb = linked.bank === 'ktb';
  const remove = () =>
    run(async () => {
      await trpc.bankAccounts.remove.mutate({ bankAccountId: linked.bankAccountId });
      showToast({
        message: t(`bankAccounts.removing.${isKtb ? 'removedKtb' : 'removed'}`),
        tone: 'good',
      });
      onRemoved();
    });
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby="bank-removal" className={classes.panel}>
      <h3 id="bank-removal" className="strong">
        {t('bankAccounts.removing.title', { account: accountText(t, linked) })}
      </h3>
      <p>{t('bankAccounts.removing.text')}</p>
      {isKtb && <p>{t('bankAccounts.removing.ktb')}</p>}
      {problem && <Notice tone="bad" urgent title={problem.message} />}
      <div className="actions mt-3">
        <Button waits busy={busy} onClick={() => void remove()}>
          {t(busy ? 'bankAccounts.removing.busy' : 'bankAccounts.removing.yes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('bankAccounts.removing.no')}
        </Button>
      </div>
    </div>
  );
}

function Linking({ own }: { own: OwnBankAccounts }) {
  const t = useI18n();
  const link = useLinkBank(own, null);
  const bank = link.bank && t(`bankAccounts.banks.${link.bank}`);
  return (
    <>
      <BankChoice banks={own.banks} bank={link.bank} onChange={link.setBank} />
      <p className="muted small">{t('bankAccounts.how')}</p>
      <PayOutcome pay={link} />
      <PaySubmit
        pay={link}
        onClick={link.submit}
        label={t(`bankAccounts.${own.pending?.bank === link.bank ? 'goOn' : 'connect'}`, {
          bank: bank ?? '',
        })}
        busyLabel={t('bankAccounts.opening', { bank: bank ?? '' })}
      />
    </>
  );
}
