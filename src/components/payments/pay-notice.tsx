import type { ReactNode } from 'react';
import type { Locale } from '@/domain/locale';
import type { PayState } from '@/domain/pay-state';
import { declineKey } from '@/locales/decline-key';
import { bahtText } from '@/locales/format';
import type { Translate } from '@/locales/typed';
import { ButtonAnchor } from '../button-anchor';
import { ExternalMark } from '../external-mark';
import { Notice } from '../notice';
import { DayText } from '../values';

export interface PayFacts {
  state: PayState;
  /** The amount of the payment in satang. */
  amount: number;
  t: Translate;
  locale: Locale;
  /** The title and the last sentence of a decline, if the request was about more than a payment. Null: none. */
  declinedTitle?: string | undefined;
  /** The reason of a decline, if it is not that of a card. */
  reasonText?: string | undefined;
  declinedText?: string | null | undefined;
}

interface PayWords {
  tone: 'good' | 'waiting' | 'bad';
  title: string;
  texts: readonly ReactNode[];
}

/** Returns what a screen says about the state of a payment. Null: the screen itself shows it. */
export function payWords({
  state,
  amount: satang,
  t,
  locale,
  declinedTitle,
  reasonText,
  declinedText,
}: PayFacts): PayWords | null {
  const amount = bahtText(satang, locale);
  switch (state.is) {
    case 'done':
    case 'link':
      return null;
    case 'paid': {
      const date = state.receiveBy && <DayText day={state.receiveBy} locale={locale} />;
      const text = date ? t('payments.outcome.paidText', { amount, date }) : null;
      return { tone: 'good', title: t('payments.outcome.paid'), texts: [text] };
    }
    case 'confirm':
    case 'checking':
      return {
        tone: 'waiting',
        title: t(`payments.outcome.${state.is}`),
        texts: [t(`payments.outcome.${state.is}Text`, { amount })],
      };
    case 'lost':
    case 'over':
      return {
        tone: 'waiting',
        title: t(`payments.outcome.${state.is}`),
        texts: [t(`payments.outcome.${state.is}Text`)],
      };
    case 'declined':
      return {
        tone: 'bad',
        title: declinedTitle ?? t('payments.outcome.declined', { amount }),
        texts: [
          reasonText ?? t(declineKey(state.reason)),
          declinedText === undefined ? t('payments.outcome.declinedText') : declinedText,
        ],
      };
    case 'total':
      return { tone: 'waiting', title: t('common.totalChanged.title'), texts: [totalText(state)] };
    case 'refused':
      return { tone: 'bad', title: state.message, texts: [] };
  }

  function totalText({ shown, total }: { shown: number; total: number }): string {
    const texts = { shown: bahtText(shown, locale), total: bahtText(total, locale) };
    if (total === 0) return t('common.totalChanged.nothing', texts);
    return t(shown === 0 ? 'common.totalChanged.due' : 'common.totalChanged.other', texts);
  }
}

interface PayNoticeProps extends PayFacts {
  /** Whether the state follows from a click, so that screen readers announce it. */
  urgent?: boolean;
  /** Further sentences and buttons. */
  children?: ReactNode;
}

/** Shows the state of a payment: what happened, and the button to the bank if the bank waits. */
export function PayNotice({ urgent, children, ...facts }: PayNoticeProps) {
  const words = payWords(facts);
  if (!words) return null;
  return (
    <Notice tone={words.tone} title={words.title} urgent={urgent}>
      <PayTexts {...facts} />
      {children}
    </Notice>
  );
}

/** What happened to a payment, in sentences, and the button to the bank if the bank waits. */
export function PayTexts(facts: PayFacts) {
  return (
    <>
      {payWords(facts)?.texts.map((text, at) => text && <p key={at}>{text}</p>)}
      <ToBank {...facts} />
    </>
  );
}

/** The button to the bank's page, if the bank waits for the subscriber. */
export function ToBank({ state, t, wide }: Pick<PayFacts, 'state' | 't'> & { wide?: boolean }) {
  if (state.is !== 'confirm') return null;
  return (
    <ButtonAnchor href={state.url} wide={wide}>
      {t('payments.outcome.confirmGo')}
      <ExternalMark label={t('common.leaves')} />
    </ButtonAnchor>
  );
}
