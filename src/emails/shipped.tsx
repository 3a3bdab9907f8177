import { parseDay, type Day } from '@/domain/day';
import { courierText } from '@/locales/format';
import { Facts } from './facts';
import { message, type OrderPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_ORDER, PREVIEW_OF_ORDER } from './preview-data';

/**
 * The parcel was shipped. `link`: the tracking page of the courier or, if unknown, the page of the order.
 */
interface Payload extends OrderPayload {
  courier: string | null;
  trackingNumber: string | null;
  receiveBy: Day;
  link: string;
  isCourierPage: boolean;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  courier: 'Thailand Post',
  trackingNumber: 'EX473124829TH',
  receiveBy: parseDay('2026-11-25'),
  link: 'https://track.thailandpost.co.th/?trackNumber=EX473124829TH',
  isCourierPage: true,
};

/** Announces a shipped parcel, with its latest delivery day and its tracking link. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: ({ receiveBy, courier, trackingNumber }, { say, day, locale }) => ({
    subject: say('emails.shipped.subject', { receiveBy: day(receiveBy) }),
    preheader:
      trackingNumber === null
        ? say('emails.shipped.later')
        : [courier === null ? [] : courierText(courier, locale), trackingNumber].flat().join(' '),
    heading: say('emails.shipped.heading'),
  }),
  body: ({ courier, trackingNumber, receiveBy, link, isCourierPage }, wording) => {
    const { say, day } = wording;
    return (
      <>
        <Highlight label={say('emails.shipped.receiveBy')} value={day(receiveBy)} />
        <Facts
          facts={[
            courier === null ? null : [say('emails.shipped.courier'), courierText(courier, wording.locale)],
            trackingNumber === null ? null : [say('emails.shipped.number'), trackingNumber],
          ]}
        />
        <Button
          href={link}
          label={say(isCourierPage ? 'emails.shipped.follow' : 'emails.shipped.seeOrder')}
        />
        <Paragraph>{say(isCourierPage ? 'emails.shipped.soon' : 'emails.shipped.later')}</Paragraph>
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'without a number': {
      ...PREVIEW,
      courier: null,
      trackingNumber: null,
      link: `${PREVIEW_ACCOUNT_URL}/orders/${PREVIEW_ORDER}`,
      isCourierPage: false,
    },
  },
});
