import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['parcel_resent'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  loss: 'lost',
  link: `${PREVIEW_ACCOUNT_URL}/orders/${PREVIEW_ORDER}`,
};

export const MorePreviews: Record<string, MessagePayloads['parcel_resent']> = {
  damaged: { ...PreviewProps, loss: 'damaged' },
};

export function subjectOf(_: MessagePayloads['parcel_resent'], { say }: Wording): string {
  return say('emails.parcelResent.subject');
}

/** Announces that a lost or damaged parcel is sent again, free of charge. */
export default function ParcelResent({ payload, wording, subject }: TemplateProps<'parcel_resent'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.parcelResent.preheader')}
      heading={say('emails.parcelResent.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say(`emails.parcelResent.${payload.loss}`)}</Paragraph>
      <Paragraph>{say('emails.parcelResent.next')}</Paragraph>
      <Button href={payload.link} label={say('emails.parcelResent.seeOrder')} />
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
