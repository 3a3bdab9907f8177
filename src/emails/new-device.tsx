import { Facts } from './facts';
import { headOf, message, type AnyPayload } from './message';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { Wording } from './wording';

/** A log-in from an unknown device. `at`: an ISO instant. A null `browser` or `system` is unknown. */
interface Payload extends AnyPayload {
  at: string;
  browser: string | null;
  system: string | null;
  notMeUrl: string;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  at: '2026-11-20T07:30:00.000Z',
  browser: 'Chrome',
  system: 'Android',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

/** Reports a log-in from an unknown device to the owner of the account. */
export default message<Payload>({
  channel: 'mail',
  secret: 'payload',
  head: headOf('newDevice'),
  body: (payload, wording) => {
    const { say } = wording;
    return (
      <>
        <Paragraph>{say('emails.newDevice.intro')}</Paragraph>
        <Facts
          facts={[
            [say('emails.newDevice.when'), wording.moment(payload.at)],
            [say('emails.newDevice.device'), deviceOf(payload, wording)],
          ]}
        />
        <Paragraph>{say('emails.newDevice.you')}</Paragraph>
        <NotMe url={payload.notMeUrl} wording={wording} />
      </>
    );
  },
  previews: { preview: PREVIEW, 'unknown device': { ...PREVIEW, browser: null, system: null } },
});

function deviceOf({ browser, system }: Payload, { say }: Wording): string {
  if (browser !== null && system !== null) return say('details.sessions.onSystem', { browser, system });
  return browser ?? system ?? say('details.sessions.unknown');
}
