'use client';

import { useRef, useState } from 'react';
import { CardArt } from '@/components/art/scenes';
import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { About } from './about';
import { CardItem, type Panel } from './card-item';
import classes from './cards.module.css';
import { ChargeOutcome } from './charge-outcome';
import { owedNow, type Session } from './owed';
import { PaymentState } from './payment-state';
import { useCards, type Card } from './use-cards';

/** The saved cards, what they pay for, and what is wrong with them. */
export function Cards(initial: { cards: readonly Card[]; session: Session }) {
  const t = useI18n();
  const locale = useLocale();
  const state = useCards(initial);
  const { cards, session, problem, outcome } = state;
  const [panel, setPanel] = useState<{ cardId: string; kind: Panel } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const lost = problem && !cards.some(({ cardId }) => cardId === problem.cardId);

  const show = (cardId: string, kind: Panel | null) => {
    state.forgive();
    setPanel(kind && { cardId, kind });
  };

  return (
    <TaskPage
      heading={t('cards.title')}
      lead={session.subscription?.paymentMethod === 'offline' ? undefined : t('cards.lead')}
      aside={<About session={session} />}
    >
      {outcome ? (
        <ChargeOutcome charge={outcome.charge} amount={outcome.amount} />
      ) : (
        <PaymentState session={session} />
      )}
      {lost && <Notice tone="bad" urgent title={problem.message} />}
      {cards.length === 0 ? (
        <div className={classes.empty}>
          <CardArt />
          <h2>{t('cards.emptyTitle')}</h2>
          <p>{t('cards.emptyText')}</p>
        </div>
      ) : (
        <ul ref={list} tabIndex={-1} className={classes.list} aria-label={t('cards.title')}>
          {cards.map((card) => (
            <CardItem
              key={card.cardId}
              card={card}
              state={state}
              owed={owedNow(session)}
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
      <ButtonLink
        // A document of its own: only that one's security policy lets the card form in.
        hard
        href={localePath(locale, '/account/cards/add')}
        look={cards.length === 0 || owedNow(session) !== null ? 'primary' : 'secondary'}
        wide
      >
        {t('cards.add')}
      </ButtonLink>
    </TaskPage>
  );
}
