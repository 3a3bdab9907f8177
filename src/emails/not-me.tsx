import { Button, Paragraph } from './parts';
import type { Wording } from './wording';

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
