import { headOf, message } from './message';
import { Paragraph } from './parts';

/**
 * `boxToCome`: a paid box is being delivered; its postal address is stored until the delivery.
 * `wasDormant`: the account was deleted because it was not used.
 */
interface Payload {
  firstName: string;
  boxToCome: boolean;
  wasDormant: boolean;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  boxToCome: false,
  wasDormant: false,
};

/**
 * The last message of an account. It lists the deleted data, and the data that is stored longer and for how
 * long.
 */
export default message<Payload>({
  channel: 'mail',
  reader: 'former',
  secret: [],
  head: headOf('accountDeleted'),
  body: (payload, { say }) => (
    <>
      {payload.wasDormant && <Paragraph>{say('emails.accountDeleted.dormant')}</Paragraph>}
      <Paragraph>{say('emails.accountDeleted.intro')}</Paragraph>
      {payload.boxToCome && <Paragraph>{say('emails.accountDeleted.box')}</Paragraph>}
      <Paragraph>{say('emails.accountDeleted.kept')}</Paragraph>
      <Paragraph>{say('emails.accountDeleted.back')}</Paragraph>
      {!payload.wasDormant && <Paragraph small>{say('emails.accountDeleted.notYou')}</Paragraph>}
    </>
  ),
  previews: {
    preview: PREVIEW,
    'box to come': { ...PREVIEW, boxToCome: true },
    'not used for three years': { ...PREVIEW, wasDormant: true },
  },
});
