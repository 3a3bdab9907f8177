'use client';

import { Checkbox } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ButtonAnchor } from '@/components/button-anchor';
import { loadPage } from '@/components/load-page';
import { Notice } from '@/components/notice';
import { CardFrame } from '@/components/payments/card-frame';
import { useTotalText } from '@/components/payments/total-changed';
import { useCardSubmission, type CardProblem, type Gateway } from '@/components/payments/use-card-submission';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { refusalOf, trpc } from '@/trpc/react';
import { About } from './about';
import { ChargeOutcome } from './charge-outcome';
import { isConversion, owedNow, type Session } from './owed';
import { PaymentState } from './payment-state';

interface AddCardProps {
  session: Session;
  isFirst: boolean;
  /** The saved card that the new card replaces, or null. */
  replaced: Card | null;
  gateway: Gateway;
}

type Card = RouterOutputs['payments']['cards']['cards'][number];
type Saved = Pick<RouterOutputs['payments']['addCard'], 'charge'> & { isKept?: boolean };

/** Adds a card with the gateway's card form. If a payment is due, the new card is charged immediately. */
export function AddCard({ session, isFirst, replaced, gateway }: AddCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const [saved, setSaved] = useState<Saved | null>(null);
  const owed = owedNow(session);
  const takesPlace = isConversion(session);
  const cardsPath = localePath(locale, '/account/cards');

  return (
    <TaskPage
      // The back link loads a new document, which does not have the card form's security policy.
      back={{ href: cardsPath, text: t('cards.adding.toCardsBack'), hard: true }}
      heading={t(`cards.adding.${saved ? 'savedTitle' : replaced ? 'replaceTitle' : 'title'}`)}
      aside={<About session={session} />}
    >
      {saved ? (
        <>
          {saved.charge ? (
            <ChargeOutcome
              charge={saved.charge}
              amount={owed ?? session.pendingPayment?.amount ?? 0}
              isConverted={takesPlace}
            />
          ) : (
            <Notice tone="good">
              {t(takesPlace ? 'payments.method.changedCard' : 'cards.adding.savedText')}
            </Notice>
          )}
          {replaced && saved.isKept && (
            <Notice tone="waiting">
              {t('cards.adding.notRemoved', { card: `${replaced.brand} ${replaced.lastDigits}` })}
            </Notice>
          )}
          <p className="actions mt-5">
            {saved.charge?.outcome === 'declined' && (
              <ButtonAnchor href={`${cardsPath}/add`}>{t('cards.adding.another')}</ButtonAnchor>
            )}
            <ButtonAnchor href={cardsPath} look={isOver(saved) ? 'primary' : 'secondary'}>
              {t('cards.adding.toCards')}
            </ButtonAnchor>
          </p>
        </>
      ) : (
        <>
          <PaymentState session={session} brief />
          <CardEntry
            gateway={gateway}
            isFirst={isFirst || replaced !== null}
            replaced={replaced}
            isConversion={takesPlace}
            owed={owed}
            onSaved={setSaved}
          />
        </>
      )}
    </TaskPage>
  );
}

/** Removes the replaced card. Returns whether it is removed. */
async function remove({ cardId }: Card): Promise<boolean> {
  try {
    await trpc.payments.deleteCard.mutate({ cardId });
    return true;
  } catch {
    return false;
  }
}

/** Whether the payment needs no further action of the subscriber. */
function isOver({ charge }: Saved): boolean {
  return charge === null || charge.outcome === 'paid' || charge.outcome === 'pending';
}

interface CardEntryProps {
  gateway: Gateway;
  /** Whether the new card becomes the default card without being asked. */
  isFirst: boolean;
  replaced: AddCardProps['replaced'];
  /** Whether the card replaces PromptPay and bank transfer as payment method. */
  isConversion: boolean;
  /** The amount in satang that the new card is charged immediately. Null if no payment is due. */
  owed: number | null;
  onSaved: (saved: Saved) => void;
}

function CardEntry({ gateway, isFirst, replaced, isConversion, owed, onSaved }: CardEntryProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const totalText = useTotalText();
  const [makeDefault, setMakeDefault] = useState(true);
  const amount = owed === null ? null : bahtText(owed, locale);
  const isChosen = isConversion || isFirst || amount !== null || makeDefault;

  const card = useCardSubmission({
    gateway,
    total: owed ?? 0,
    spend: async (cardToken, expectedTotal) => {
      try {
        const added = isConversion
          ? await trpc.payments.convertToCard.mutate({ cardToken, expectedTotal })
          : await trpc.payments.addCard.mutate({ cardToken, makeDefault: isChosen, expectedTotal });
        const isPaid = added.charge === null || added.charge.outcome === 'paid';
        onSaved({ ...added, isKept: replaced !== null && !(isPaid && (await remove(replaced))) });
        return null;
      } catch (error) {
        return problemOf(error, expectedTotal);
      }
    },
  });

  const problemOf = (error: unknown, shown: number): CardProblem | null => {
    const { code, message, data } = refusalOf(error);
    if (code === 'TOTAL_CHANGED') {
      router.refresh();
      return { kind: 'total', message: totalText(shown, data) };
    }
    if (code === 'NOT_LOGGED_IN') {
      leaveForLogin();
      return null;
    }
    // The response was lost. The payment may have succeeded, so the list of cards shows its state.
    if (code === null && owed !== null) {
      loadPage(localePath(locale, '/account/cards'));
      return null;
    }
    if (code === 'CARD_DECLINED') return { kind: 'declined', message: message ?? t('declines.declined') };
    if (code === 'CARD_DUPLICATE') return { kind: 'other', message: t('cards.adding.duplicate') };
    return { kind: 'other', message: message ?? t('common.formAnswerLost') };
  };

  return (
    <section aria-label={t('register.payment.card')} className="stack mt-5">
      <CardFrame
        card={card}
        declined={{ title: t('cards.adding.declined'), text: t('cards.adding.nothingChanged') }}
      />
      {!isConversion && !isFirst && amount === null && (
        <Checkbox
          label={t('cards.adding.makeDefault')}
          checked={makeDefault}
          onChange={(event) => setMakeDefault(event.currentTarget.checked)}
        />
      )}
      <p className="medium">
        {consequence()}{' '}
        {replaced && t('cards.adding.replaces', { card: `${replaced.brand} ${replaced.lastDigits}` })}
      </p>
      <Button wide onClick={card.submit} busy={card.busy}>
        {label()}
      </Button>
      <p role="status" className="muted small">
        {card.isSlow && t('register.payment.slow')}
      </p>
    </section>
  );

  function consequence() {
    if (amount !== null) return t('cards.adding.consequencePay', { amount });
    if (isConversion) return t('payments.method.consequence');
    return isChosen ? t('cards.adding.consequence') : t('cards.adding.consequenceOther');
  }

  function label() {
    if (card.busy) return t('cards.adding.saving');
    if (isConversion) {
      return amount === null ? t('payments.method.convert') : t('payments.method.convertAndPay', { amount });
    }
    return amount === null ? t('cards.adding.save') : t('cards.adding.saveAndPay', { amount });
  }
}
