import type { ParcelLoss } from '@/domain/parcel';
import { headOf, message } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_ORDER, PREVIEW_OF_ORDER } from './preview-data';

/** A lost or damaged parcel is sent again, free of charge. `link`: the page of the order. */
interface Payload {
  firstName: string;
  orderId: string;
  orderNumber?: number;
  loss: ParcelLoss;
  link: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  loss: 'lost',
  link: `${PREVIEW_ACCOUNT_URL}/orders/${PREVIEW_ORDER}`,
};

/** Announces that a lost or damaged parcel is sent again, free of charge. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: headOf('parcelResent'),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say(`emails.parcelResent.${payload.loss}`)}</Paragraph>
      <Paragraph>{say('emails.parcelResent.next')}</Paragraph>
      <Button href={payload.link} label={say('emails.parcelResent.seeOrder')} />
    </>
  ),
  previews: { preview: PREVIEW, damaged: { ...PREVIEW, loss: 'damaged' } },
});
