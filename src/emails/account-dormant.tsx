import { parseDay, type Day } from '@/domain/day';
import { headOf, message } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';

/** `eraseOn`: the last day on which a log-in prevents the deletion. */
interface Payload {
  firstName: string;
  eraseOn: Day;
  accountUrl: string;
}

/**
 * Announces the deletion of an account that has not been used for three years, and explains how to keep the
 * account.
 */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: headOf('accountDormant', ({ eraseOn }, { day }) => ({ date: day(eraseOn) })),
  body: (payload, { say, day }) => {
    const date = day(payload.eraseOn);
    return (
      <>
        <Paragraph>{say('emails.accountDormant.intro', { date })}</Paragraph>
        <Paragraph>{say('emails.accountDormant.keep', { date })}</Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
        <Paragraph small>{say('emails.accountDormant.nothing')}</Paragraph>
      </>
    );
  },
  previews: {
    preview: {
      firstName: 'Mali',
      eraseOn: parseDay('2026-12-20'),
      accountUrl: PREVIEW_ACCOUNT_URL,
    },
  },
});
