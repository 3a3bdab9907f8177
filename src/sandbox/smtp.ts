import { SMTPServer } from 'smtp-server';
import type { Buffer } from 'node:buffer';
import { CALL_KINDS, type Faults } from './faults';
import type { Mailbox } from './mailbox';
import { wait } from './provider';

export interface SmtpParts {
  mailbox: Mailbox;
  faults: Faults;
  closing: AbortSignal;
}

const SIZE_MAX = 10 * 1024 * 1024;
const HOLD_MS = 120_000;

const smtpError = (code: number) =>
  Object.assign(new Error('the sandbox was told to refuse this mail'), { responseCode: code });

/** Takes one mail, or fails as a fault on `{service: "mail"}` asks. */
async function take(parts: SmtpParts, raw: Buffer, recipients: string[]): Promise<void> {
  const facts = () => ({ to: recipients[0] ?? '', recipients });
  const fault = parts.faults.take(CALL_KINDS, 'mail', ['SMTP', 'SMTP /', 'POST /'], facts);
  if (fault?.kind === 'latency') await wait(Number(fault.args.ms ?? 1000), [parts.closing]);
  if (fault?.kind === 'timeout_before') await wait(HOLD_MS, [parts.closing]);
  if (fault?.kind === 'status') throw smtpError(Number(fault.args.status ?? 451));
  if (fault?.kind === 'timeout_before' || fault?.kind === 'reset') throw smtpError(421);
  await parts.mailbox.accept(raw, recipients);
  if (fault?.kind === 'timeout_after') {
    await wait(HOLD_MS, [parts.closing]);
    throw smtpError(421);
  }
}

/** An SMTP server that takes mail from anyone to anyone, in the clear, and keeps it in the mailbox. */
export function createSmtp(parts: SmtpParts): SMTPServer {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    size: SIZE_MAX,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        take(parts, globalThis.Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      });
    },
  });
  // A client that goes away in the middle is not our trouble.
  server.on('error', () => {});
  return server;
}
