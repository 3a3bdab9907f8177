import { headOf, message, type AnyPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_REWARDS_URL, PREVIEW_UNSUBSCRIBE_URL } from './preview-data';

/** Sent when the first order of a referred subscriber is paid. It does not identify that subscriber. */
interface Payload extends AnyPayload {
  points: number;
  balance: number;
  link: string;
}

/** Announces the points for a referral. It does not identify the referred subscriber. */
export default message<Payload>({
  channel: 'line',
  isOptional: true,
  secret: [],
  head: headOf('referralRewarded', ({ points }) => ({ points })),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.referralRewarded.intro')}</Paragraph>
      <Highlight
        label={say('emails.referralRewarded.yours')}
        value={say('emails.points', { points: payload.points })}
        note={say('emails.pointsBalance', { balance: payload.balance })}
      />
      <Button href={payload.link} label={say('emails.openRewards')} />
      <Paragraph>{say('emails.referralRewarded.more')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      points: 100,
      balance: 199,
      link: PREVIEW_REWARDS_URL,
      unsubscribeLink: PREVIEW_UNSUBSCRIBE_URL,
    },
  },
});
