import type { Mailbox, MailRecord, OpenedMail } from './mailbox';
import { bangkokTime, html, page, table } from './pages';
import { json, nothingHere, ok, refuse } from './respond';

/** Returns a mail in the format of the JSON responses. */
function mailJson(mail: OpenedMail) {
  return {
    id: mail.id,
    at: new Date(mail.at).toISOString(),
    from: mail.from,
    fromName: mail.fromName,
    to: mail.to.join(', '),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    links: mail.links,
    headers: mail.headers,
    attachments: mail.attachments.map((attachment, i) => ({
      ...attachment,
      url: `/mail/${mail.id}/attachments/${i}`,
    })),
  };
}

async function latest(mailbox: Mailbox, to: string | null): Promise<Response> {
  const mail = mailbox.list(to)[0];
  if (mail === undefined) return refuse(404, 'NOT_FOUND', `no mail to ${to ?? 'anyone'}`);
  const shown = mailJson(await mailbox.open(mail));
  // The response contains the fields of the mail twice, in `data` and at the top level, because clients use
  // both.
  return ok(shown, shown);
}

function listPage(mailbox: Mailbox, to: string | null): Response {
  const rows = mailbox
    .list(to)
    .slice(0, 500)
    .map(
      (mail) =>
        html`<tr>
          <td style="white-space:nowrap">${bangkokTime(mail.at)}</td>
          <td>${mail.to.join(', ')}</td>
          <td><a href="/mail/${mail.id}">${mail.subject || '(no subject)'}</a></td>
        </tr>`,
    );
  const list = table(['Arrived', 'To', 'Subject'], rows);
  return page(
    'Mail',
    html`<form method="get" action="/mail">
        <p>
          <label>To <input type="email" name="to" value="${to}" /></label> <button class="small">Show</button>
        </p>
      </form>
      <p class="soft">${mailbox.mails.size()} mails, ${mailbox.duplicates()} sent twice and kept once.</p>
      ${rows.length > 0 ? list : html`<p class="card">No mail yet.</p>`}`,
  );
}

async function mailPage(mailbox: Mailbox, record: MailRecord): Promise<Response> {
  const mail = await mailbox.open(record);
  const attachments = mail.attachments.map(
    (attachment, i) =>
      html`<li>
        <a href="/mail/${mail.id}/attachments/${i}">${attachment.filename}</a> (${attachment.size} bytes)
      </li>`,
  );
  const links = mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`);
  return page(
    mail.subject || '(no subject)',
    html`<dl class="card">
        <dt>From</dt>
        <dd>${mail.fromName} ${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(', ')}</dd>
        <dt>Arrived</dt>
        <dd>${bangkokTime(mail.at)}</dd>
      </dl>
      ${mail.html === '' ? null : html`<iframe title="HTML of the mail" src="/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`}
      <div class="card">
        <h2>Links</h2>
        <ul>
          ${links}
        </ul>
        ${
          attachments.length > 0
            ? html`<h2>Attachments</h2>
                <ul>
                  ${attachments}
                </ul>`
            : null
        }
      </div>
      <h2>Text</h2>
      <pre>${mail.text}</pre>
      <p><a href="/mail/${mail.id}/source">Source</a></p>`,
  );
}

async function htmlView(mailbox: Mailbox, mail: MailRecord): Promise<Response> {
  const { html: body } = await mailbox.open(mail);
  return new Response(`<base target="_top">${body}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; font-src * data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    },
  });
}

async function attachmentView(mailbox: Mailbox, mail: MailRecord, place: number): Promise<Response> {
  const content = await mailbox.attachment(mail, place);
  const facts = mail.attachments[place];
  if (content === null || facts === undefined) return nothingHere(`/mail/${mail.id}/attachments/${place}`);
  const isSafe = facts.mimeType === 'application/pdf' || facts.mimeType === 'image/png';
  return new Response(content as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': isSafe ? facts.mimeType : 'application/octet-stream',
      'content-disposition': `inline; filename="${facts.filename.replace(/[^\w. -]/g, '_')}"`,
    },
  });
}

/** Handles requests to `/mail`, `/mail.json`, `/mail/latest`, and the pages of one mail. */
export async function answerMail(mailbox: Mailbox, request: Request, url: URL): Promise<Response> {
  // A plus sign that the caller did not encode was parsed as a space. A mail address has no spaces.
  const to = url.searchParams.get('to')?.trim().replaceAll(' ', '+') || null;
  if (request.method !== 'GET') return nothingHere(url.pathname);
  if (url.pathname === '/mail' || url.pathname === '/mail/') return listPage(mailbox, to);
  if (url.pathname === '/mail/latest') return latest(mailbox, to);
  if (url.pathname === '/mail.json') {
    const opened = await Promise.all(mailbox.list(to).map((mail) => mailbox.open(mail)));
    return ok(opened.map(mailJson), { duplicates: mailbox.duplicates() });
  }
  const [, , id = '', view = '', place = ''] = url.pathname.split('/');
  const mail = mailbox.mails.get(id.replace(/\.json$/, ''));
  if (mail === undefined) return nothingHere(url.pathname);
  if (id.endsWith('.json')) return json(200, { status: 'ok', data: mailJson(await mailbox.open(mail)) });
  if (view === '') return mailPage(mailbox, mail);
  if (view === 'html') return htmlView(mailbox, mail);
  if (view === 'attachments') return attachmentView(mailbox, mail, Number(place));
  if (view !== 'source') return nothingHere(url.pathname);
  return new Response(mailbox.raw(mail).toString('utf8'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
