import { createTransport, type Transporter } from 'nodemailer';
import { settings } from '@/env';
import { isOnThisMachine } from '@/env-providers';

export interface Mail {
  /**
   * The id for the Message-ID header. It is the same on every try, so that a mail server can recognise a
   * repeat.
   */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachment: { filename: string; contentType: string; content: Buffer } | null;
}

/**
 * The outcome of sending a mail. `refused`: permanently, such as an unknown mailbox. `failed`: a retry may
 * succeed.
 */
export type SendOutcome =
  { kind: 'sent' } | { kind: 'refused'; why: string } | { kind: 'failed'; why: string };

let transport: Transporter | undefined;

/** Sends one mail to the SMTP server. Never throws. */
export async function sendMail(mail: Mail): Promise<SendOutcome> {
  const { SMTP_URL, MAIL_FROM, SITE_URL, production } = settings();
  transport ??= createTransport({
    url: SMTP_URL,
    // Nothing, in particular no password, is sent to another machine without encryption.
    requireTLS: production && !isOnThisMachine(SMTP_URL),
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  });
  try {
    await transport.sendMail({
      messageId: `<${mail.id}@${new URL(SITE_URL).hostname}>`,
      from: MAIL_FROM,
      to: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      attachments: mail.attachment ? [mail.attachment] : [],
    });
    return { kind: 'sent' };
  } catch (error) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    const why = String(responseCode ?? code ?? 'SMTP');
    return responseCode !== undefined && responseCode >= 550 && responseCode <= 554
      ? { kind: 'refused', why }
      : { kind: 'failed', why };
  }
}
