import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { SandboxClock } from './clock';
import type { Store, Table } from './store';

/** The stored fields of a mail. Only the raw message contains its text. */
export interface MailRecord {
  id: string;
  /** The time of arrival in milliseconds. */
  at: number;
  from: string;
  fromName: string;
  /** Recipients of the SMTP envelope and of the `To` header, in lower case. */
  to: string[];
  subject: string;
  messageId: string | null;
  links: string[];
  attachments: { filename: string; mimeType: string; size: number }[];
}

/** A mail with its text, HTML and headers. */
export interface OpenedMail extends MailRecord {
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface Mailbox {
  mails: Table<MailRecord>;
  /** Stores a raw message. If its Message-ID is already known, only counts a duplicate. */
  accept(raw: Buffer, recipients: string[]): Promise<{ duplicate: boolean }>;
  /** Returns mails, newest first. @param to the recipient; null: mails to all recipients */
  list(to: string | null): MailRecord[];
  open(mail: MailRecord): Promise<OpenedMail>;
  raw(mail: MailRecord): Buffer;
  attachment(mail: MailRecord, place: number): Promise<Uint8Array | null>;
  duplicates(): number;
  reset(): void;
}

interface RawMails {
  write(id: string, raw: Buffer): void;
  read(id: string): Buffer;
  reset(): void;
}

/** Creates the storage of raw messages. @param folder null: stores them in memory */
function rawMails(folder: string | null): RawMails {
  if (folder === null) {
    const kept = new Map<string, Buffer>();
    return {
      write: (id, raw) => void kept.set(id, raw),
      read: (id) => kept.get(id) ?? Buffer.alloc(0),
      reset: () => kept.clear(),
    };
  }
  const path = (id: string) => join(folder, `${id}.eml`);
  mkdirSync(folder, { recursive: true });
  return {
    write: (id, raw) => writeFileSync(path(id), raw),
    read: (id) => readFileSync(path(id)),
    reset: () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    },
  };
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", '#x27': "'" };
const decode = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#39|#x27);/gi, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all);

/** Returns the URLs of a mail without duplicates: first the links of the HTML, then the URLs in the plain text. */
export function linksOf(html: string, text: string): string[] {
  const hrefs = [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((hit) =>
    decode(hit[1] ?? hit[2] ?? ''),
  );
  const plain = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map((hit) =>
    hit[0].replace(/[.,;:!?]+$/, ''),
  );
  return [...new Set([...hrefs, ...plain])].filter((link) => /^(https?|mailto|line):/.test(link));
}

function addressesOf(email: Email, recipients: string[]): string[] {
  const named = (email.to ?? []).flatMap((to) => (to.address ? [to.address] : []));
  return [...new Set([...recipients, ...named].map((address) => address.toLowerCase()))];
}

function recordOf(email: Email, id: string, at: number, recipients: string[]): MailRecord {
  return {
    id,
    at,
    from: email.from?.address ?? '',
    fromName: email.from?.name ?? '',
    to: addressesOf(email, recipients),
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
    links: linksOf(email.html ?? '', email.text ?? ''),
    attachments: email.attachments.map((attachment) => ({
      filename: attachment.filename ?? 'attachment',
      mimeType: attachment.mimeType,
      size: (attachment.content as ArrayBuffer).byteLength,
    })),
  };
}

/** Creates the mailbox. @param folder the folder of the raw messages; null: stores them in memory */
export function createMailbox(store: Store, clock: SandboxClock, folder: string | null): Mailbox {
  const messageIds = new Set<string>();
  const raws = rawMails(folder);
  let duplicates = 0;
  const mails = store.table<MailRecord>('mail', (mail) => {
    if (mail?.messageId) messageIds.add(mail.messageId);
  });
  const parse = (mail: MailRecord) => PostalMime.parse(raws.read(mail.id));
  return {
    mails,
    accept: async (raw, recipients) => {
      const email = await PostalMime.parse(raw);
      if (email.messageId !== undefined && messageIds.has(email.messageId)) {
        duplicates += 1;
        return { duplicate: true };
      }
      const seed = `${mails.size()} ${email.messageId ?? ''} ${clock.ms()}`;
      const id = createHash('sha256').update(seed).update(raw).digest('hex').slice(0, 20);
      raws.write(id, raw);
      mails.put(recordOf(email, id, clock.ms(), recipients));
      return { duplicate: false };
    },
    list: (to) => {
      const wanted = to?.trim().toLowerCase() ?? null;
      const all = [...mails.values()].reverse();
      return wanted === null ? all : all.filter((mail) => mail.to.includes(wanted));
    },
    open: async (mail) => {
      const email = await parse(mail);
      const headers = Object.fromEntries(email.headers.map((header) => [header.key, header.value]));
      return { ...mail, text: email.text ?? '', html: email.html ?? '', headers };
    },
    raw: (mail) => raws.read(mail.id),
    attachment: async (mail, place) => {
      const found = (await parse(mail)).attachments[place];
      return found === undefined ? null : new Uint8Array(found.content as ArrayBuffer);
    },
    duplicates: () => duplicates,
    reset: () => {
      messageIds.clear();
      raws.reset();
      duplicates = 0;
    },
  };
}
