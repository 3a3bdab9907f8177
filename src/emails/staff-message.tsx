import { headOf, message, type AnyPayload } from './message';
import { Paragraph } from './parts';

/** `text`: what the staff wrote, with its fields filled. `broadcastId`: the text that it is part of; null for a test. */
export interface StaffMessage extends AnyPayload {
  broadcastId: string | null;
  text: string;
}

/** Brings what the staff wrote about the subscriber's own subscription or order. */
export default message<StaffMessage>({
  channel: 'line',
  secret: [],
  // The staff writes no subject: a locked phone shows it.
  head: headOf('staffMessage'),
  body: ({ text }) => (
    <>
      {text.split(/\n+/).map((part, at) => (
        <Paragraph key={at}>{part}</Paragraph>
      ))}
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      broadcastId: 'brd_7k3m9q2c5t8w4x6z1n0p7r5d',
      text: 'The courier does not deliver on 13 April. \n\nYour box comes a day later.',
    },
  },
});
