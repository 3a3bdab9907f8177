import type { BulkKind } from '@/domain/bulk';
import { parseDay, type Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { Facts } from './facts';
import { message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';

/**
 * A change that the shop made for many subscribers. `why`: the reason in the subscriber's language; empty without one.
 * `until`: the first day after a pause. `next`: the next payment; null without one.
 */
interface Payload extends AnyPayload {
  what: BulkKind;
  isUndone: boolean;
  why: string;
  next: { date: Day; total: Satang } | null;
  until?: Day;
  points?: number;
  accountUrl: string;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  what: 'move',
  isUndone: false,
  why: 'The courier does not deliver from 13 to 15 April.',
  next: { date: parseDay('2027-04-16'), total: 37525 },
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Reports a change that the shop made without a request, or that it took back. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  head: ({ what, isUndone }, { say }) => {
    const heading = isUndone ? say('emails.planChanged.undone') : say(`emails.planChanged.what.${what}`);
    return { subject: heading, preheader: say('emails.planChanged.preheader'), heading };
  },
  body: ({ what, isUndone, why, next, until, points, accountUrl }, { say, day, baht }) => (
    <>
      <Paragraph>
        {say(isUndone ? `emails.planChanged.back.${what}` : `emails.planChanged.text.${what}`)}
      </Paragraph>
      {why !== '' && <Paragraph>{why}</Paragraph>}
      <Button href={accountUrl} label={say('emails.openAccount')} />
      <Facts
        facts={[
          ...(points === undefined
            ? []
            : [[say('emails.planChanged.points'), String(points)] as [string, string]]),
          ...(until === undefined ? [] : [[say('emails.planChanged.until'), day(until)] as [string, string]]),
          ...(next === null || what === 'points'
            ? []
            : [
                [say('emails.planChanged.next'), day(next.date)] as [string, string],
                [say('emails.planChanged.total'), baht(next.total), 'sum'] as [string, string, 'sum'],
              ]),
        ]}
      />
      {what !== 'points' && <Paragraph>{say('emails.planChanged.change')}</Paragraph>}
    </>
  ),
  previews: {
    preview: PREVIEW,
    box: { ...PREVIEW, what: 'swap', why: '' },
    pause: { ...PREVIEW, what: 'pause', next: null, until: parseDay('2027-06-01') },
    points: { ...PREVIEW, what: 'points', points: 50 },
    undone: { ...PREVIEW, isUndone: true, why: '' },
    'points undone': { ...PREVIEW, what: 'points', points: 50, isUndone: true, why: '' },
  },
});
