import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Notice, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_FIX_URL, PREVIEW_ORDER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['subscription_inactive'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  total: 43900,
  reason: 'insufficient_fund',
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, MessagePayloads['subscription_inactive']> = {
  'link ran out': { ...PreviewProps, reason: null },
};

export function subjectOf(_: MessagePayloads['subscription_inactive'], { say }: Wording): string {
  return say('emails.subscriptionInactive.subject');
}

/** Explains that payments have stopped after the last retry, and how to reactivate. */
export default function SubscriptionInactive(props: TemplateProps<'subscription_inactive'>) {
  const { payload, wording, subject } = props;
  const { say, baht } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.subscriptionInactive.preheader')}
      heading={say('emails.subscriptionInactive.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.subscriptionInactive.intro', { total: baht(payload.total) })}</Paragraph>
      {payload.reason !== null && (
        <Notice title={say('emails.reason')} text={wording.reason(payload.reason)} />
      )}
      <Paragraph>
        {say(payload.fixLink ? 'emails.subscriptionInactive.fix' : 'emails.subscriptionInactive.back')}
      </Paragraph>
      <Button
        href={payload.fixLink ?? payload.accountUrl}
        label={say(payload.fixLink ? 'emails.paymentFailed.fixButton' : 'emails.openAccount')}
      />
      <Paragraph>{say('emails.subscriptionInactive.nothing')}</Paragraph>
      <OrderNumber orderId={payload.orderId} wording={wording} />
    </Layout>
  );
}
