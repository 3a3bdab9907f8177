import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['passkey_added'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['passkey_added'], { say }: Wording): string {
  return say('emails.passkeyAdded.subject');
}

/** Reports that a passkey was added, so that the owner can undo a change by an attacker. */
export default function PasskeyAdded({ payload, wording, subject }: TemplateProps<'passkey_added'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.passkeyAdded.preheader')}
      heading={say('emails.passkeyAdded.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.passkeyAdded.intro')}</Paragraph>
      <Paragraph>{say('emails.passkeyAdded.you')}</Paragraph>
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
