import { parseDay, type Day } from '@/domain/day';
import { Facts } from './facts';
import { headOf, message } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_NEXT_DAY } from './preview-data';

/** `dates`: the next payment dates. `paid`: whether the first box was paid immediately. */
interface Payload {
  firstName: string;
  dates: Day[];
  paid: boolean;
  accountUrl: string;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  dates: [PREVIEW_NEXT_DAY, parseDay('2027-01-31'), parseDay('2027-02-28')],
  paid: true,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Confirms a reactivation: the next dates and boxes. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: headOf('subscriptionReactivated', ({ dates: [next] }, { day }) => ({ date: next ? day(next) : '' })),
  body: (payload, { say, day }) => {
    const [next, ...later] = payload.dates.map(day);
    return (
      <>
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
      </>
    );
  },
  previews: { preview: PREVIEW, 'on a day': { ...PREVIEW, paid: false } },
});
