import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Facts } from './facts';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['new_device'] = {
  firstName: 'Mali',
  at: '2026-11-20T07:30:00.000Z',
  browser: 'Chrome',
  system: 'Android',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export const MorePreviews: Record<string, MessagePayloads['new_device']> = {
  'unknown device': { ...PreviewProps, browser: null, system: null },
};

export function subjectOf(_: MessagePayloads['new_device'], { say }: Wording): string {
  return say('emails.newDevice.subject');
}

/** Reports a log-in from an unknown device to the owner of the account. */
export default function NewDevice({ payload, wording, subject }: TemplateProps<'new_device'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.newDevice.preheader')}
      heading={say('emails.newDevice.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.newDevice.intro')}</Paragraph>
      <Facts
        facts={[
          [say('emails.newDevice.when'), wording.moment(payload.at)],
          [say('emails.newDevice.device'), deviceOf(payload, wording)],
        ]}
      />
      <Paragraph>{say('emails.newDevice.you')}</Paragraph>
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}

function deviceOf({ browser, system }: MessagePayloads['new_device'], { say }: Wording): string {
  if (browser !== null && system !== null) return say('details.sessions.onSystem', { browser, system });
  return browser ?? system ?? say('details.sessions.unknown');
}
