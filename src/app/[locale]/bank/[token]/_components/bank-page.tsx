'use client';

import { useCallback, useEffect } from 'react';
import { ClosedBoxArt } from '@/components/art/box';
import { RainArt } from '@/components/art/rain';
import { CardArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { ExternalMark } from '@/components/external-mark';
import { loadPage } from '@/components/load-page';
import { OutcomeScreen } from '@/components/outcome-screen';
import { accountText, type Account } from '@/components/payments/means-name';
import { owedNow, paysBy, type PayingSession } from '@/components/payments/owed';
import { PayScreen } from '@/components/payments/pay-screen';
import { UseBankAccount } from '@/components/payments/use-bank-account';
import { LogInToAccount } from '@/components/secret-link/log-in-to-account';
import { Paid } from '@/components/secret-link/paid';
import { usePolled } from '@/components/secret-link/use-polled';
import { useI18n, useLocale } from '@/locales/client';
import { localePath, logInPath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { Notice } from '@/components/notice';
import { PayNotice } from '@/components/payments/pay-notice';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { stateOfDecline, type PayAnswer } from '@/domain/pay-state';
import { bahtText } from '@/locales/format';

type BankLink = RouterOutputs['bankAccounts']['link'];

const isExpecting = ({ state, first }: BankLink) => state === 'waiting' || first?.state === 'checking';

interface BankPageProps {
  token: string;
  initial: BankLink;
  /** The session of the owner, if the link is of a subscriber who is logged in; else null. */
  session: PayingSession | null;
}

/** Shows what became of the link of a bank account, and leads on. Reads again while the bank has not answered. */
export function BankPage({ token, initial, session }: BankPageProps) {
  const t = useI18n();
  const locale = useLocale();
  const read = useCallback(() => trpc.bankAccounts.link.query({ token }), [token]);
  const { state: link, refresh } = usePolled(initial, read, isExpecting);
  const { state, first, isOwner } = link;
  const bank = t(`bankAccounts.banks.${link.bank}`);
  const account = link.lastDigits === null ? null : { bank: link.bank, lastDigits: link.lastDigits };
  const isConfirmed = isOwner && first?.state === 'paid';
  useEffect(() => {
    if (isConfirmed) loadPage(localePath(locale, '/register/confirmation'));
  }, [isConfirmed, locale]);

  if (first?.state === 'paid' && first.paidOn)
    return (
      <Paid amount={first.total} paidOn={first.paidOn} arrived={initial.first?.state !== 'paid'}>
        <LogInToAccount />
      </Paid>
    );
  if (first?.state === 'checking') return <PayScreen state={{ is: 'checking' }} amount={first.total} />;
  if (first?.state === 'late')
    return (
      <OutcomeScreen picture={<ClosedBoxArt />} heading={t('bankAccounts.page.ended')} tone="info">
        <p>{t('bankAccounts.page.lateText')}</p>
        <ButtonAnchor href={localePath(locale, '/register')} wide>
          {t('bankAccounts.page.signUp')}
        </ButtonAnchor>
      </OutcomeScreen>
    );
  if (state === 'waiting')
    return (
      <OutcomeScreen
        picture={<CardArt />}
        heading={t('bankAccounts.page.waiting', { bank })}
        tone="waiting"
        live
      >
        <p>{t('bankAccounts.page.waitingText', { bank })}</p>
        {link.registrationUri && (
          <ButtonAnchor href={link.registrationUri} wide>
            {t('bankAccounts.goOn', { bank })}
            <ExternalMark label={t('common.leaves')} />
          </ButtonAnchor>
        )}
        <OtherWays first={first} look="secondary" />
      </OutcomeScreen>
    );
  if (state !== 'linked')
    return (
      <OutcomeScreen
        picture={<RainArt />}
        heading={t(`bankAccounts.page.${state}`, { bank })}
        tone="bad"
        live
      >
        <p>{t(`bankAccounts.page.${state}Text`)}</p>
        <OtherWays first={first} />
      </OutcomeScreen>
    );
  return (
    <OutcomeScreen picture={<CardArt />} heading={t('bankAccounts.page.linked')} tone="good" live>
      {link.lastDigits && (
        <p className="strong">{accountText(t, { ...link, lastDigits: link.lastDigits })}</p>
      )}
      {first ? (
        <>
          <FirstOrder token={token} first={first} bank={bank} refresh={refresh} />
          <OtherWays first={first} look="secondary" />
        </>
      ) : (
        <Subscriber session={session} account={account} />
      )}
    </OutcomeScreen>
  );
}

/** Lets a subscriber pay by the linked account. Without a session, leads to the log-in. */
function Subscriber({ session, account }: { session: PayingSession | null; account: Account | null }) {
  const t = useI18n();
  const locale = useLocale();
  const methodPath = localePath(locale, '/account/cards');
  if (!session || !account)
    return (
      <>
        <p>{t('bankAccounts.page.linkedText')}</p>
        <ButtonAnchor href={logInPath(locale, methodPath)} wide>
          {t('secretLink.logIn')}
        </ButtonAnchor>
      </>
    );
  // Who links an account to come back goes on with coming back.
  const { status = null } = session.subscription ?? {};
  const restartPath = localePath(locale, sheetPath('restart'));
  const isBack = status === 'inactive' || status === 'cancelled';
  if (paysBy(session, 'bank_account') && owedNow(session, 'bank_account') === null)
    return (
      <>
        <p>{t('bankAccounts.page.inUseText')}</p>
        <ButtonAnchor href={isBack ? restartPath : methodPath} wide>
          {t(isBack ? 'bankAccounts.page.restart' : 'bankAccounts.page.ways')}
        </ButtonAnchor>
      </>
    );
  return (
    <>
      <UseBankAccount
        session={session}
        account={account}
        onChanged={() => loadPage(isBack ? restartPath : methodPath)}
      />
      <ButtonAnchor href={methodPath} look="quiet">
        {t('bankAccounts.page.otherWays')}
      </ButtonAnchor>
    </>
  );
}

/** Leads to all ways to pay: in the registration, or in the account. */
function OtherWays({ first, look }: { first: BankLink['first']; look?: 'secondary' }) {
  const t = useI18n();
  const locale = useLocale();
  const path = first ? '/register/payment' : '/account/cards';
  return (
    <ButtonAnchor href={localePath(locale, path)} look={look} wide>
      {t(`bankAccounts.page.${look ? 'otherWays' : 'ways'}`)}
    </ButtonAnchor>
  );
}

interface FirstOrderProps {
  token: string;
  first: NonNullable<RouterOutputs['bankAccounts']['link']['first']>;
  bank: string;
  /** Reads the link again. */
  refresh: () => Promise<void>;
}

/** Pays the first order by the linked account with one tap. */
function FirstOrder({ token, first: { total, reason }, bank, refresh }: FirstOrderProps) {
  const t = useI18n();
  const locale = useLocale();
  const amount = bahtText(total, locale);
  const { pay, ...state } = usePay<PayAnswer>({
    reload: refresh,
    showsOpen: true,
    onPaid: async (): Promise<'shown'> => {
      await refresh();
      return 'shown';
    },
  });
  const submit = () =>
    pay(total, async () => ({
      charge: (await trpc.bankAccounts.payAtLink.mutate({ token, expectedTotal: total })).charge,
    }));
  return (
    <>
      {reason !== null && !state.outcome && (
        <PayNotice
          state={stateOfDecline(reason)}
          amount={total}
          reasonText={t('bankAccounts.declined')}
          declinedText={null}
          t={t}
          locale={locale}
        />
      )}
      <PayOutcome pay={state} reasonText={t('bankAccounts.declined')} declinedText={null} />
      {!state.outcome && reason === null && (
        <Notice tone="waiting">{t('bankAccounts.page.dueText', { amount, bank })}</Notice>
      )}
      <PaySubmit
        pay={state}
        onClick={() => void submit()}
        label={t('bankAccounts.page.pay', { amount })}
        busyLabel={t('bankAccounts.page.paying', { amount })}
      />
    </>
  );
}
