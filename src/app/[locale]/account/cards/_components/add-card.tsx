'use client';

import { Checkbox } from '@/components/forms/checkbox';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ButtonAnchor } from '@/components/button-anchor';
import { Notice } from '@/components/notice';
import { CardFrame } from '@/components/payments/card-frame';
import { PayNotice } from '@/components/payments/pay-notice';
import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { isConversion, owedNow, type PayingSession } from '@/components/payments/owed';
import { useCardPay, type Gateway } from '@/components/payments/use-card-pay';
import { TaskPage } from '@/components/shell/task-page';
import { stateOfAnswer, type PayAnswer, type PayState } from '@/domain/pay-state';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';
import { About } from './about';

interface AddCardProps {
  session: PayingSession;
  isFirst: boolean;
  /** The saved card that the new card replaces, or null. */
  replaced: Card | null;
  gateway: Gateway;
  /** The state of the payment that the page has found. */
  notice: React.ReactNode;
}

type Card = RouterOutputs['payments']['cards']['cards'][number];

/** What became of the new card. `isReplacedKept`: whether the replaced card could not be removed. */
interface Saved {
  state: PayState;
  /** The charged amount in satang. */
  amount: number;
  isReplacedKept: boolean;
}

/** Adds a card with the gateway's card form. If a payment is due, the new card is charged immediately. */
export function AddCard({ session, isFirst, replaced, gateway, notice }: AddCardProps) {
  const t = useI18n();
  const locale = useLocale();
  const [saved, setSaved] = useState<Saved | null>(null);
  const owed = owedNow(session, 'card');
  const takesPlace = isConversion(session, 'card');
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
          {saved.state.is === 'done' ? (
            <Notice tone="good">
              {t(takesPlace ? 'payments.method.changedCard' : 'cards.adding.savedText')}
            </Notice>
          ) : (
            <PayNotice state={saved.state} amount={saved.amount} t={t} locale={locale} urgent />
          )}
          {replaced && saved.isReplacedKept && (
            <Notice tone="waiting">
              {t('cards.adding.notRemoved', { card: `${replaced.brand} ${replaced.lastDigits}` })}
            </Notice>
          )}
          <p className="actions mt-5">
            <ButtonAnchor href={cardsPath}>{t('cards.adding.toCards')}</ButtonAnchor>
          </p>
        </>
      ) : (
        <>
          {notice}
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

/** Removes the replaced card. Returns whether it is still there. */
async function isLeft({ cardId }: Card): Promise<boolean> {
  try {
    await trpc.payments.deleteCard.mutate({ cardId });
    return false;
  } catch {
    return true;
  }
}

interface CardEntryProps {
  gateway: Gateway;
  /** Whether the new card becomes the default card without being asked. */
  isFirst: boolean;
  replaced: AddCardProps['replaced'];
  /** Whether the card replaces another payment method. */
  isConversion: boolean;
  /** The amount in satang that the new card is charged immediately. Null if no payment is due. */
  owed: number | null;
  onSaved: (saved: Saved) => void;
}

function CardEntry({ gateway, isFirst, replaced, isConversion, owed, onSaved }: CardEntryProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const [makeDefault, setMakeDefault] = useState(true);
  const amount = owed === null ? null : bahtText(owed, locale);
  const isChosen = isConversion || isFirst || amount !== null || makeDefault;

  const card = useCardPay<PayAnswer>({
    gateway,
    total: owed ?? 0,
    send: async (cardToken, expectedTotal) => {
      const { charge } = isConversion
        ? await trpc.payments.convertToCard.mutate({ cardToken, expectedTotal })
        : await trpc.payments.addCard.mutate({ cardToken, makeDefault: isChosen, expectedTotal });
      return { charge, isKept: true };
    },
    onPaid: async (answer): Promise<'shown'> => {
      const isReplacedKept = replaced !== null && (await isLeft(replaced));
      onSaved({ state: stateOfAnswer(answer), amount: owed ?? 0, isReplacedKept });
      return 'shown';
    },
    reload: () => router.refresh(),
    // The list shows what became of a saved card whose payment is not complete.
    resultPath: '/account/cards',
  });

  return (
    <section aria-label={t('register.payment.card')} className="stack mt-5">
      <PayOutcome
        pay={card}
        declinedTitle={t('cards.adding.declined')}
        declinedText={t('cards.adding.nothingChanged')}
      />
      <CardFrame card={card} />
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
      <PaySubmit pay={card} onClick={card.submit} label={label()} busyLabel={t('cards.adding.saving')} />
    </section>
  );

  function consequence() {
    if (amount !== null) return t('cards.adding.consequencePay', { amount });
    if (isConversion) return t('payments.method.consequence');
    return isChosen ? t('cards.adding.consequence') : t('cards.adding.consequenceOther');
  }

  function label() {
    if (isConversion) {
      return amount === null ? t('payments.method.convert') : t('payments.method.convertAndPay', { amount });
    }
    return amount === null ? t('cards.adding.save') : t('cards.adding.saveAndPay', { amount });
  }
}
