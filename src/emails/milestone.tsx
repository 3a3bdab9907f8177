import { headOf, message, type AnyPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_REWARDS_URL, PREVIEW_UNSUBSCRIBE_URL } from './preview-data';

/**
 * Sent for every tenth paid order. `balance` includes the new `points`. `link`: the page of the rewards.
 */
interface Payload extends AnyPayload {
  orders: number;
  points: number;
  balance: number;
  link: string;
}

/** Congratulates the subscriber on ten more boxes and announces the points. */
export default message<Payload>({
  channel: 'line',
  isOptional: true,
  secret: [],
  head: headOf('milestone', ({ orders, points }) => ({ orders, points })),
  body: (payload, { say }) => {
    const { orders, points, balance } = payload;
    return (
      <>
        <Paragraph>{say('emails.milestone.intro', { orders })}</Paragraph>
        <Highlight
          label={say('emails.milestone.bonus')}
          value={say('emails.points', { points })}
          note={say('emails.pointsBalance', { balance })}
        />
        <Paragraph>{say('emails.milestone.use')}</Paragraph>
        <Button href={payload.link} label={say('emails.openRewards')} />
      </>
    );
  },
  previews: {
    preview: {
      firstName: 'Mali',
      orders: 10,
      points: 50,
      balance: 384,
      link: PREVIEW_REWARDS_URL,
      unsubscribeLink: PREVIEW_UNSUBSCRIBE_URL,
    },
  },
});
