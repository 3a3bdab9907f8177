import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The counted messages from clients to PostgreSQL. */
export interface WireCount {
  statements: number;
  /** The number of round trips. Statements sent together count as one round trip. */
  roundTrips: number;
  texts: Map<string, number>;
}

/** A proxy that forwards connections to PostgreSQL and counts the messages of the clients. */
export interface WireCounter {
  port: number;
  /** Returns the counts since the last call. */
  take: () => WireCount;
  close: () => Promise<void>;
}

const nothing = (): WireCount => ({ statements: 0, roundTrips: 0, texts: new Map() });
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);

const textAt = (message: Buffer, at: number) => message.toString('utf8', at, message.indexOf(0, at));

/**
 * Creates a function that reads the messages of one connection:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function follow(counted: () => WireCount) {
  const prepared = new Map<string, string>();
  let bound = '';
  let held: Buffer = Buffer.alloc(0);
  let started = false;
  const count = (text: string) => {
    const now = counted();
    now.statements += 1;
    now.texts.set(text, (now.texts.get(text) ?? 0) + 1);
  };
  const read = (type: number, body: Buffer) => {
    if (type === QUERY) count(textAt(body, 0));
    if (type === EXECUTE) count(bound);
    if (type === PARSE) {
      const name = textAt(body, 0);
      prepared.set(name, textAt(body, Buffer.byteLength(name) + 1));
    }
    if (type === BIND) {
      const portal = textAt(body, 0);
      const name = textAt(body, Buffer.byteLength(portal) + 1);
      bound = prepared.get(name) ?? '';
    }
  };
  return (chunk: Buffer) => {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    for (;;) {
      // The first message of a connection has no type byte. Its length field includes its own four bytes.
      const head = started ? 1 : 0;
      if (held.length < head + 4) return;
      const length = head + held.readInt32BE(head);
      if (held.length < length) return;
      if (started) read(held[0] ?? 0, held.subarray(5, length));
      started = true;
      held = held.subarray(length);
    }
  };
}

/** Starts a counting proxy on a free port. @param target the port of PostgreSQL on this machine */
export async function openWireCounter(target: number): Promise<WireCounter> {
  let current = nothing();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    const watch = follow(() => current);
    let answered = true;
    client.on('data', (chunk) => {
      if (answered) current.roundTrips += 1;
      answered = false;
      watch(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      answered = true;
      client.write(chunk);
    });
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => (open.delete(socket), other.end()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    take: () => {
      const taken = current;
      current = nothing();
      return taken;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
