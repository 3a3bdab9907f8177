import { parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['subscription_cancelled'] = {
  firstName: 'Mali',
  boxComingBy: parseDay('2026-11-25'),
  points: 33,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['subscription_cancelled']> = {
  'nothing left': { ...PreviewProps, boxComingBy: null, points: 0 },
  unpaid: { ...PreviewProps, boxComingBy: null, points: 0, erasedAfter: parseDay('2026-11-30') },
};

export function subjectOf(_: MessagePayloads['subscription_cancelled'], { say }: Wording): string {
  return say('emails.subscriptionCancelled.subject');
}

/** Confirms a cancellation: what ends, what is still delivered, and how to reactivate. */
export default function SubscriptionCancelled(props: TemplateProps<'subscription_cancelled'>) {
  const { payload, wording, subject } = props;
  const { say, day } = wording;
  const { boxComingBy, points, erasedAfter } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say(`emails.subscriptionCancelled.${erasedAfter ? 'preheaderUnpaid' : 'preheader'}`)}
      heading={say('emails.subscriptionCancelled.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.subscriptionCancelled.intro')}</Paragraph>
      <Paragraph>
        {erasedAfter
          ? say('emails.subscriptionCancelled.backUnpaid', { date: day(erasedAfter) })
          : say('emails.subscriptionCancelled.back')}
      </Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      {boxComingBy !== null && (
        <Paragraph>{say('emails.subscriptionCancelled.box', { date: day(boxComingBy) })}</Paragraph>
      )}
      {points > 0 && <Paragraph>{say('emails.subscriptionCancelled.points', { count: points })}</Paragraph>}
      <Paragraph>{say('emails.subscriptionCancelled.returned')}</Paragraph>
    </Layout>
  );
}
