// mailparser reads every mail that the sandbox has received, as its source.
import { simpleParser } from 'mailparser';
import { checkEqual, checkTrue, mailsTo, place, subscribe, waitFor } from './place.mjs';

const people = [await subscribe('en'), await subscribe('th')];
await Promise.all(
  people.map(({ email }) =>
    waitFor(`the receipt of ${email}`, async () =>
      (await mailsTo(email)).some(({ attachments }) => attachments.length > 0),
    ),
  ),
);
const { data: mails } = await (await fetch(`${place.sandbox}/mail.json`)).json();
const now = new Date((await (await fetch(`${place.site}/api/ready`)).json()).data.now);
checkTrue('there are mails', mails.length >= 4);
const ids = new Set();
for (const { id } of mails) {
  const source = Buffer.from(await (await fetch(`${place.sandbox}/mail/${id}/source`)).arrayBuffer());
  const mail = await simpleParser(source);
  const title = `${mail.subject ?? id}`;
  checkEqual(
    `${title}: one sender and one recipient`,
    [mail.from?.value.length, mail.to?.value.length],
    [1, 1],
  );
  checkTrue(`${title}: a Message-ID of its own`, mail.messageId && !ids.has(mail.messageId));
  ids.add(mail.messageId);
  checkTrue(`${title}: a subject of one line`, mail.subject && !mail.subject.includes('\n'));
  checkTrue(`${title}: text and HTML`, mail.text && mail.html);
  checkTrue(`${title}: the date of the product clock`, mail.date && Math.abs(mail.date - now) < 86_400_000);
  checkEqual(`${title}: marked as automatic`, mail.headers.get('auto-submitted'), 'auto-generated');
  checkTrue(`${title}: no unfilled placeholder`, !/\{\w+\}|undefined|\[object/.test(mail.text ?? '{x}'));
  for (const { contentType, content } of mail.attachments)
    checkEqual(
      `${title}: the attachment is a PDF`,
      [contentType, content.subarray(0, 5).toString()],
      ['application/pdf', '%PDF-'],
    );
}
