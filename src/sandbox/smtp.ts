import type { Server as NetServer, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Buffer } from 'node:buffer';
import type { SandboxClock } from './clock';
import { MAIL_KINDS, millisecondsOf, type Fault, type Faults } from './faults';
import type { Journal } from './journal';
import type { Mailbox } from './mailbox';
import { wait } from './provider';

export interface SmtpParts {
  mailbox: Mailbox;
  faults: Faults;
  journal: Journal;
  clock: SandboxClock;
  closing: AbortSignal;
}

const SIZE_MAX = 10 * 1024 * 1024;
const HOLD_MS = 120_000;

const smtpError = (code: number, text: unknown = 'the sandbox was told to refuse this mail') =>
  Object.assign(new Error(String(text)), { responseCode: code });

/** Error that closes the connection without a response. */
class BrokenOff extends Error {}

/** Applies the faults that act before the mail is stored. @throws Error with an SMTP code, or BrokenOff */
async function applyFault(fault: Fault, closing: AbortSignal): Promise<void> {
  if (fault.kind === 'latency') await wait(millisecondsOf(fault.args) ?? 1000, [closing]);
  if (fault.kind === 'timeout_before') await wait(HOLD_MS, [closing]);
  if (fault.kind === 'status') throw smtpError(Number(fault.args.status ?? 451), fault.args.text);
  if (fault.kind === 'timeout_before') throw smtpError(421);
  if (fault.kind === 'reset' && fault.args.after !== true) throw new BrokenOff();
}

/** Stores a mail and applies the next fault of the service `mail`. */
async function take(parts: SmtpParts, raw: Buffer, recipients: string[]): Promise<void> {
  const facts = () => ({ to: recipients[0] ?? '', recipients });
  const fault = parts.faults.take(MAIL_KINDS, 'mail', ['SMTP'], facts);
  const note = (status: number | null, response: string | null) =>
    parts.journal.add({
      at: parts.clock.now().toISOString(),
      service: 'mail',
      op: 'SMTP',
      request: { method: 'SMTP', path: '/', query: {}, body: { recipients, bytes: raw.length } },
      status,
      response,
      fault: fault?.kind ?? null,
    });
  try {
    if (fault !== null) await applyFault(fault, parts.closing);
  } catch (error) {
    note((error as { responseCode?: number }).responseCode ?? null, null);
    throw error;
  }
  const { duplicate } = await parts.mailbox.accept(raw, recipients);
  note(fault?.kind === 'reset' ? null : 250, JSON.stringify({ duplicate }));
  if (fault?.kind === 'reset') throw new BrokenOff();
  if (fault?.kind === 'timeout_after') {
    await wait(HOLD_MS, [parts.closing]);
    throw smtpError(421);
  }
}

/** Returns the open sockets of the server by remote port. An SMTP session contains the port, but not the socket. */
function socketsOf(server: NetServer): Map<number, Socket> {
  const sockets = new Map<number, Socket>();
  server.on('connection', (socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  return sockets;
}

/** Creates an SMTP server without encryption. It stores all mails in the mailbox. */
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
          (error: unknown) => {
            if (error instanceof BrokenOff) sockets.get(session.remotePort)?.resetAndDestroy();
            else done(error instanceof Error ? error : new Error(String(error)));
          },
        );
      });
    },
  });
  const sockets = socketsOf(server.server);
  // Ignores the error that a client causes by disconnecting early.
  server.on('error', () => {});
  return server;
}
