import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['passkey_removed'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['passkey_removed'], { say }: Wording): string {
  return say('emails.passkeyRemoved.subject');
}

/** Reports that a passkey was removed, so that the owner can undo a change by an attacker. */
export default function PasskeyRemoved({ payload, wording, subject }: TemplateProps<'passkey_removed'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.passkeyRemoved.preheader')}
      heading={say('emails.passkeyRemoved.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.passkeyRemoved.intro')}</Paragraph>
      <Paragraph>{say('emails.passkeyRemoved.you')}</Paragraph>
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
