import { parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Facts } from './facts';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_NEXT_DAY } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['subscription_reactivated'] = {
  firstName: 'Mali',
  dates: [PREVIEW_NEXT_DAY, parseDay('2027-01-31'), parseDay('2027-02-28')],
  paid: true,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['subscription_reactivated']> = {
  'on a day': { ...PreviewProps, paid: false },
};

export function subjectOf(_: MessagePayloads['subscription_reactivated'], { say }: Wording): string {
  return say('emails.subscriptionReactivated.subject');
}

/** Confirms a reactivation: the next dates and boxes. */
export default function SubscriptionReactivated(props: TemplateProps<'subscription_reactivated'>) {
  const { payload, wording, subject } = props;
  const { say, day } = wording;
  const [next, ...later] = payload.dates.map(day);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.subscriptionReactivated.preheader', { date: next ?? '' })}
      heading={say('emails.subscriptionReactivated.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.subscriptionReactivated.intro')}</Paragraph>
      <Facts
        facts={[
          [say('emails.subscriptionReactivated.next'), next ?? '', 'sum'],
          [say('emails.subscriptionReactivated.then'), later.join(', ')],
        ]}
      />
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      {payload.paid && <Paragraph>{say('emails.subscriptionReactivated.paid')}</Paragraph>}
      <Paragraph>{say('emails.subscriptionReactivated.change')}</Paragraph>
    </Layout>
  );
}
