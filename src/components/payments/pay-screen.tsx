'use client';

import { useI18n, useLocale } from '@/locales/client';
import { ClosedBoxArt } from '../art/box';
import { RainArt } from '../art/rain';
import { OutcomeScreen } from '../outcome-screen';
import { payWords, ToBank, type PayFacts } from './pay-notice';

interface PayScreenProps extends Pick<PayFacts, 'state' | 'amount'> {
  takesFocus?: boolean;
  children?: React.ReactNode;
}

/** A page that shows the state of a payment, with the words of `PayNotice`. */
export function PayScreen({ takesFocus, children, ...payment }: PayScreenProps) {
  const t = useI18n();
  const locale = useLocale();
  const words = payWords({ ...payment, t, locale });
  if (!words) return null;
  const { tone, title, texts } = words;
  const picture = tone === 'bad' ? <RainArt /> : <ClosedBoxArt />;
  return (
    <OutcomeScreen picture={picture} heading={title} tone={tone} takesFocus={takesFocus} live>
      {texts.map((text, at) => text && <p key={at}>{text}</p>)}
      <ToBank state={payment.state} t={t} wide />
      {children}
    </OutcomeScreen>
  );
}
