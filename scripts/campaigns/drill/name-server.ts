import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A name of this machine. No file of the machine has it, so that each connection asks the name server. */
export const NAMED = 'here.soak.test';
/** A name server has the port 53, so it has an address of its own. */
const ADDRESS = '127.0.0.47';
const HEADER_BYTES = 12;
const TYPE_A = 1;
/** Flags of a response: authoritative, recursion available. */
const RESPONDS = 0x8580;
/** The name of the question, type A, class IN, never cached, four bytes: 127.0.0.1. */
const THIS_MACHINE = Buffer.from([0xc0, 0x0c, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);

export interface NameServer {
  /** The command that runs a program whose `/etc/resolv.conf` names this server. */
  through: string[];
  /** Makes each response late for a time. `Infinity`: it never comes. */
  slow(lateMs: number, forMs: number): Promise<void>;
}

/** Starts a name server for which every name is this machine. It ends with the process. Needs root. */
export async function openNameServer(home: string): Promise<NameServer> {
  const server = createSocket('udp4');
  let waitMs = 0;
  server.on('message', (query, { port, address }) => {
    if (waitMs === Infinity) return;
    setTimeout(() => server.send(responseTo(query), port, address, () => undefined), waitMs);
  });
  server.unref().bind(53, ADDRESS);
  await once(server, 'listening');
  const file = join(home, 'resolv.conf');
  writeFileSync(file, `nameserver ${ADDRESS}\n`);
  return {
    through: ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file],
    slow: async (lateMs, forMs) => {
      waitMs = lateMs;
      await sleep(forMs);
      waitMs = 0;
    },
  };
}

/** Returns the response to a query with one question (RFC 1035). Extensions are ignored. */
function responseTo(query: Buffer): Buffer {
  const question = query.subarray(HEADER_BYTES, query.indexOf(0, HEADER_BYTES) + 5);
  const answers = question.readUInt16BE(question.length - 4) === TYPE_A ? [THIS_MACHINE] : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(RESPONDS, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}
