import { cardExpiresOn } from '@/domain/card';
import { parseDay, type Day } from '@/domain/day';
import { expiryText } from '@/locales/format';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_NEXT_DAY } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['card_expiring'] = {
  firstName: 'Mali',
  brand: 'Visa',
  lastDigits: '4242',
  expiryMonth: 11,
  expiryYear: 2026,
  expired: false,
  paymentDate: PREVIEW_NEXT_DAY,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['card_expiring']> = {
  expired: { ...PreviewProps, expired: true, paymentDate: null },
  'still works': { ...PreviewProps, paymentDate: parseDay('2026-11-30') },
};

export function subjectOf({ expired }: MessagePayloads['card_expiring'], { say }: Wording): string {
  return say(expired ? 'emails.cardExpiring.subjectExpired' : 'emails.cardExpiring.subject');
}

/** Warns the subscriber that the default card expires soon or has expired. */
export default function CardExpiring({ payload, wording, subject }: TemplateProps<'card_expiring'>) {
  const { say, day } = wording;
  const { brand, lastDigits, expired, paymentDate } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.cardExpiring.preheader')}
      heading={say(expired ? 'emails.cardExpiring.headingExpired' : 'emails.cardExpiring.heading')}
      firstName={payload.firstName}
    >
      <Highlight
        label={say('emails.card', { brand, lastDigits })}
        value={expiryText(payload)}
        note={say(expired ? 'emails.cardExpiring.expiryPast' : 'emails.cardExpiring.expiry')}
      />
      <Paragraph>
        {paymentDate === null
          ? say('emails.cardExpiring.anyTime')
          : say(worksThen(payload, paymentDate), { date: day(paymentDate) })}
      </Paragraph>
      <Button href={payload.accountUrl} label={say('emails.cardExpiring.button')} />
      <Paragraph small>{say('emails.cardExpiring.untouched')}</Paragraph>
    </Layout>
  );
}

function worksThen(card: MessagePayloads['card_expiring'], paymentDate: Day) {
  const works = !card.expired && paymentDate <= cardExpiresOn(card);
  return works ? 'emails.cardExpiring.stillWorks' : 'emails.cardExpiring.before';
}
