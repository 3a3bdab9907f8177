import { createTransport, type Transporter } from 'nodemailer';
import { causeOfRefusal, type RefusalCause } from '@/domain/mail-refusal';
import { settings } from '@/settings/settings';
import { isOnThisMachine } from '@/settings/providers';
import { processState } from '@/process-state';

export interface Mail {
  /** The id for the Message-ID header, the same in every try, so that mail servers can recognise a repetition. */
  id: string;
  to: string;
  /** The instant of the product clock at which the mail is sent. */
  date: Date;
  subject: string;
  html: string;
  text: string;
  /** The URL at which a mail client stops such mails with one request (RFC 8058); null if they cannot be stopped. */
  unsubscribeUrl: string | null;
  attachment: { filename: string; contentType: string; content: Buffer } | null;
}

/**
 * The outcome of sending a mail. `refused`: a permanent error, such as an unknown mailbox. `cause`: see
 * `causeOfRefusal`; null for a mail without an address. `failed`: a retry may succeed.
 */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; why: string; cause: RefusalCause | null }
  | { kind: 'failed'; why: string };

/** Returns the connections to the SMTP server. */
function transport(): Transporter {
  const { SMTP_URL, production } = settings();
  return processState('mailer', () =>
    createTransport({
      url: SMTP_URL,
      // Requires encryption to another machine, because the connection transmits a password.
      requireTLS: production && !isOnThisMachine(SMTP_URL),
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
    }),
  );
}

/** Sends one mail to the SMTP server. Never throws. */
export async function sendMail(mail: Mail): Promise<SendOutcome> {
  const { MAIL_FROM, SITE_URL } = settings();
  try {
    await transport().sendMail({
      messageId: `<${mail.id}@${new URL(SITE_URL).hostname}>`,
      from: MAIL_FROM,
      // As an object, because the parser of address lists would read signs of the address.
      to: { name: '', address: mail.to },
      date: mail.date,
      headers: headersOf(mail),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments: mail.attachment ? [mail.attachment] : [],
    });
    return { kind: 'sent' };
  } catch (error) {
    const { response, responseCode, code } = error as Partial<Record<string, unknown>>;
    const why = String(
      responseCode === undefined ? (code ?? 'SMTP') : codesOf(String(response), responseCode),
    );
    const cause = responseCode === undefined ? null : causeOfRefusal(why);
    return cause === null ? { kind: 'failed', why } : { kind: 'refused', why, cause };
  }
}

/** Returns the codes of a reply without its text, which may contain personal data. */
function codesOf(response: string, responseCode: unknown): unknown {
  return /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}(?!\d)/.exec(response)?.[0].replace('-', ' ') ?? responseCode;
}

/** Returns the headers for programs that read the mail: vacation responders (RFC 3834) and unsubscribe buttons. */
function headersOf({ unsubscribeUrl }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}
