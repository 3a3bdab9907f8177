'use client';

import { useEffect, useRef, useState } from 'react';
import { CardArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { whenIdle } from '@/components/monitoring/when-idle';
import { Notice } from '@/components/notice';
import type { OwnBankAccounts } from '@/components/payments/link-bank';
import { isConversion, owedNow, paysBy, type PayingSession } from '@/components/payments/owed';
import { PayOutcome } from '@/components/payments/pay-outcome';
import { hasKeptInput } from '@/components/session/kept-input';
import { TaskPage } from '@/components/shell/task-page';
import { canRemoveCard } from '@/domain/card';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { About } from './about';
import { BankAccount } from './bank-account';
import { CardItem, loadCardForm, type Panel } from './card-item';
import classes from './cards.module.css';
import { Method } from './method';
import { cardFormOf, useCards, type Card } from './use-cards';

interface CardsProps {
  cards: readonly Card[];
  session: PayingSession;
  own: OwnBankAccounts;
  today: Day;
  /** The state of the payment that the page has found. */
  notice: React.ReactNode;
  /** The card or bank account that `notice` offers to charge again. */
  offered: { cardId: string } | { bank: string } | null;
}

/** Lists the saved cards with their use and their problems. */
export function Cards({ cards, session, own, today, notice, offered }: CardsProps) {
  const t = useI18n();
  const locale = useLocale();
  const state = useCards(session);
  const { payment, problem } = state;
  const [panel, setPanel] = useState<{ cardId: string; kind: Panel } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const owed = owedNow(session, 'card');
  const byCard = paysBy(session, 'card');
  const isPressing = byCard && offered === null && (cards.length === 0 || owed !== null);
  const lost = problem && !cards.some(({ cardId }) => cardId === problem.cardId);

  useEffect(() => {
    const begun = cards.find(({ cardId }) => hasKeptInput(cardFormOf(cardId)));
    // oxlint-disable-next-line react/set-state-in-effect -- the stored input is known only in the browser
    if (begun) setPanel({ cardId: begun.cardId, kind: 'edit' });
    // oxlint-disable-next-line exhaustive-deps -- once, when the page opens
  }, []);

  useEffect(() => whenIdle(() => void loadCardForm().catch(() => undefined)), []);

  const show = (cardId: string, kind: Panel | null) => {
    state.forgive();
    payment.forget();
    setPanel(kind && { cardId, kind });
  };

  return (
    <TaskPage
      back={{ href: localePath(locale, '/account/details'), text: t('payments.method.back') }}
      heading={t('payments.method.title')}
      aside={<About session={session} />}
    >
      <PayOutcome pay={payment} />
      {payment.outcome?.is !== 'paid' && payment.outcome?.is !== 'declined' && notice}
      <Method session={session} hasCards={cards.length > 0} onChanged={state.reload} />
      <BankAccount
        own={own}
        session={session}
        isOffered={offered !== null && 'bank' in offered}
        onChanged={state.reload}
      />
      {cards.length > 0 && (
        <h2 id="cards-title" className="h2 mt-5">
          {t('cards.title')}
        </h2>
      )}
      {!byCard && cards.length > 0 && <p className="muted small">{toCard()}</p>}
      {lost && <Notice tone="bad" urgent title={problem.message} />}
      {cards.length === 0 ? (
        <div className={`empty ${classes.empty}`}>
          <CardArt />
          <h2>{t('cards.emptyTitle')}</h2>
          {byCard && <p>{t('cards.emptyText')}</p>}
        </div>
      ) : (
        <ul ref={list} tabIndex={-1} className={`stack-4 ${classes.list}`} aria-labelledby="cards-title">
          {cards.map((card) => (
            <CardItem
              key={card.cardId}
              card={card}
              state={state}
              today={today}
              isRemovable={isRemovable(cards.length === 1, session)}
              isOnly={cards.length === 1}
              owed={owed}
              isOffered={offered !== null && 'cardId' in offered && offered.cardId === card.cardId}
              isConversion={isConversion(session, 'card')}
              panel={panel?.cardId === card.cardId ? panel.kind : null}
              onPanel={(kind) => show(card.cardId, kind)}
              onRemoved={() => {
                setPanel(null);
                list.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <ButtonAnchor
        // Loads a new document, because only its security policy allows the card form.
        href={localePath(locale, '/account/cards/add')}
        look={isPressing ? 'primary' : 'secondary'}
        wide
      >
        {t(!byCard && cards.length === 0 ? 'payments.method.toCard' : 'cards.add')}
      </ButtonAnchor>
    </TaskPage>
  );

  function toCard() {
    if (owed === null) return t('payments.method.toCardText');
    const amount = <span className="number">{bahtText(owed, locale)}</span>;
    return t(paysBy(session, 'offline') ? 'payments.method.toCardOwed' : 'cards.adding.consequencePay', {
      amount,
    });
  }
}

/** Whether the server would remove one of the cards. */
function isRemovable(isOnlyCard: boolean, { subscription }: PayingSession): boolean {
  if (!subscription) return true;
  const { paymentMethod, status } = subscription;
  return canRemoveCard({ isOnlyCard, paymentMethod, status }).allowed;
}
