'use client';

import { lazy, Suspense, useEffect, useRef } from 'react';
import { CardArt } from '@/components/art/scenes';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import { useFocusOnMount } from '@/components/use-focus';
import { DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, expiryText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import classes from './cards.module.css';
import type { Card, CardsState } from './use-cards';

export const loadCardForm = () => import('./card-form').then((loaded) => ({ default: loaded.CardForm }));
/** The form to edit a card. Its code is loaded when the page is idle. */
const CardForm = lazy(loadCardForm);

export type Panel = 'edit' | 'remove';

interface CardItemProps {
  card: Card;
  state: CardsState;
  today: Day;
  /** Whether the card can be removed. The only card that pays can only be replaced. */
  isRemovable: boolean;
  /** Whether it is the only card. */
  isOnly: boolean;
  /**
   * The amount in satang that the card is charged immediately when it is selected. Null if no payment is due.
   */
  owed: number | null;
  /** Whether the page offers this card above the list, to pay what is due. */
  isOffered: boolean;
  /** Whether orders are paid another way. Selecting a card changes this. */
  isConversion: boolean;
  panel: Panel | null;
  onPanel: (panel: Panel | null) => void;
  onRemoved: () => void;
}

/** Shows a saved card with its printed data, its use, its problems and its buttons. */
export function CardItem(props: CardItemProps) {
  const { card, state, today, owed, isOffered, isConversion, panel, onPanel, onRemoved } = props;
  const t = useI18n();
  const locale = useLocale();
  const { cardId } = card;
  const name = t('cards.ending', { brand: card.brand, digits: card.lastDigits });
  const isBusy = state.busyWith === cardId;
  useReturnedFocus(cardId, panel);

  const payByIt = () =>
    state.choose(
      cardId,
      async (expectedTotal) => {
        const { charge } = await trpc.payments.convertToCard.mutate({ cardId, expectedTotal });
        return { charge };
      },
      t('payments.method.changedCard'),
    );
  const makeDefault = () =>
    state.choose(
      cardId,
      (expectedTotal) => trpc.payments.updateCard.mutate({ cardId, makeDefault: true, expectedTotal }),
      card.isDefault ? null : t('cards.madeDefault', { card: name }),
    );

  return (
    <li className="card" data-card={cardId}>
      <Head card={card} name={name} isConversion={isConversion} />
      <Warning card={card} />
      {state.problem?.cardId === cardId && <Notice tone="bad" urgent title={state.problem.message} />}
      {panel === 'edit' && (
        <Suspense>
          <CardForm card={card} name={name} state={state} today={today} onClose={() => onPanel(null)} />
        </Suspense>
      )}
      {panel === 'remove' && (
        <Removal {...props} name={name} onClose={() => onPanel(null)} onRemoved={onRemoved} />
      )}
      {panel === null && (
        <div className="actions mt-2">
          {!isOffered && (isConversion || !card.isDefault || owed !== null) && (
            <Button
              waits
              look={isConversion || owed === null || card.isDefault ? 'secondary' : 'primary'}
              busy={isBusy}
              onClick={() => void (isConversion ? payByIt() : makeDefault())}
              aria-label={isBusy ? undefined : t('cards.ofCard', { action: chooseLabel(), card: name })}
            >
              {isBusy ? t('cards.making') : chooseLabel()}
            </Button>
          )}
          <Button
            id={`${cardId}-edit`}
            look="quiet"
            aria-label={t('cards.ofCard', { action: t('cards.edit'), card: name })}
            onClick={() => onPanel('edit')}
          >
            {t('cards.edit')}
          </Button>
          {props.isRemovable ? (
            <Button
              id={`${cardId}-remove`}
              look="quiet"
              aria-label={t('cards.ofCard', { action: t('cards.remove'), card: name })}
              onClick={() => onPanel('remove')}
            >
              {t('cards.remove')}
            </Button>
          ) : (
            <ButtonAnchor
              // Loads a new document, because only its security policy allows the card form.
              href={`${localePath(locale, '/account/cards/add')}?replace=${cardId}`}
              look="quiet"
            >
              {t('cards.replace')}
            </ButtonAnchor>
          )}
        </div>
      )}
    </li>
  );

  function chooseLabel() {
    const amount = owed === null ? null : bahtText(owed, locale);
    if (isConversion) {
      return amount === null ? t('payments.method.use') : t('payments.method.useAndPay', { amount });
    }
    if (amount === null) return t('cards.makeDefault');
    return card.isDefault ? t('cards.tryAgainAndPay', { amount }) : t('cards.makeDefaultAndPay', { amount });
  }
}

function Head({ card, name, isConversion }: { card: Card; name: string; isConversion: boolean }) {
  const t = useI18n();
  const expiry = expiryText(card);
  return (
    <div className={classes.head}>
      <CardArt />
      <div>
        <h2 className={classes.title}>
          {name} {card.isDefault && !isConversion && <span className="tag good">{t('cards.default')}</span>}
        </h2>
        <p className="anywhere">{card.name}</p>
        <p className="muted small">
          {card.status === 'expired' ? t('cards.expired', { expiry }) : t('cards.expires', { expiry })}
        </p>
      </div>
    </div>
  );
}

/** Warns about the card's expiry. If a planned payment will fail because of it, names that payment. */
function Warning({ card }: { card: Card }) {
  const t = useI18n();
  const locale = useLocale();
  if (card.status === 'valid') return null;
  const date = card.missedPayment && <DayText day={card.missedPayment} locale={locale} />;
  const expiry = expiryText(card);
  if (card.status === 'expired') {
    return (
      <p className="note bad mt-2">{date ? t('cards.expiredPayment', { date }) : t('cards.expiredText')}</p>
    );
  }
  return (
    <p className="note waiting mt-2">
      {date ? t('cards.nearlyPayment', { expiry, date }) : t('cards.nearlyText', { expiry })}
    </p>
  );
}

interface RemovalProps extends Pick<CardItemProps, 'card' | 'state' | 'isOnly' | 'onRemoved'> {
  name: string;
  onClose: () => void;
}

function Removal({ card: { cardId, isDefault }, name, state, isOnly, onClose, onRemoved }: RemovalProps) {
  const t = useI18n();
  const box = useFocusOnMount<HTMLDivElement>();
  const isBusy = state.busyWith === cardId;

  const confirm = async () => {
    const isDone = await state.act(
      cardId,
      () => trpc.payments.deleteCard.mutate({ cardId }),
      t('cards.removing.removed'),
    );
    if (isDone) onRemoved();
  };

  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby={`${cardId}-removal`} className={classes.panel}>
      <h3 id={`${cardId}-removal`} className="strong">
        {t('cards.removing.title', { card: name })}
      </h3>
      <p>{t('cards.removing.text')}</p>
      {isDefault && !isOnly && <p>{t('cards.removing.defaultText')}</p>}
      <div className="actions mt-3">
        <Button busy={isBusy} onClick={() => void confirm()}>
          {isBusy ? t('cards.removing.busy') : t('cards.removing.yes')}
        </Button>
        <Button look="secondary" onClick={onClose}>
          {t('cards.removing.no')}
        </Button>
      </div>
    </div>
  );
}

/** Moves the focus to the button that opened a panel when the panel closes. */
function useReturnedFocus(cardId: string, panel: Panel | null): void {
  const before = useRef<Panel | null>(null);
  useEffect(() => {
    if (panel === null && before.current && document.activeElement === document.body) {
      document.getElementById(`${cardId}-${before.current}`)?.focus();
    }
    before.current = panel;
  }, [cardId, panel]);
}
