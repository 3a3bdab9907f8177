import { headOf, message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { Wording } from './wording';

/** `notMeUrl`: the page that undoes the change; null if the owner's mailbox or address cannot prove who asks. */
interface Payload extends AnyPayload {
  notMeUrl: string | null;
}

type Change =
  | 'dataExported'
  | 'emailChanged'
  | 'lineLinked'
  | 'lineUnlinked'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passwordChanged';

/** Describes the report of a change to the owner of the account, who can undo a change by an attacker. */
export const changeReport = (change: Change) =>
  message<Payload>({
    channel: 'mail',
    secret: 'payload',
    head: headOf(change),
    body: ({ notMeUrl }, wording) => (
      <>
        <Paragraph>{wording.say(`emails.${change}.intro`)}</Paragraph>
        <Paragraph>{wording.say(`emails.${change}.you`)}</Paragraph>
        <NotMe url={notMeUrl} wording={wording} />
      </>
    ),
    previews: { preview: { firstName: 'Mali', notMeUrl: PREVIEW_NOT_ME_URL } },
  });

/** Shows a button that undoes the change. If there is no link (`url` null), explains how to get help. */
export function NotMe({ url, wording }: { url: string | null; wording: Wording }) {
  const { say } = wording;
  if (url === null) return <Paragraph>{say('emails.notMe.reply')}</Paragraph>;
  return (
    <>
      <Paragraph>{say('emails.notMe.press')}</Paragraph>
      <Button href={url} label={say('emails.notMe.button')} />
      <Paragraph small>{say('emails.notMe.text')}</Paragraph>
    </>
  );
}
