import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate';

/** A TCP relay between the product and PostgreSQL. A test breaks its connections. */
export interface Relay {
  server: Server;
  /** The URL of the database through the relay. */
  url: string;
  /**
   * Sets a function that decides for each piece of data whether the relay forwards it (true) or drops it (false). What
   * follows in the same direction waits for its promise.
   */
  setHandsOn: (handsOn: HandsOn) => void;
  /** Resets every connection, as a crash of the machine does; with `end`, closes it in order. */
  breakAll: (how?: 'reset' | 'end') => void;
  pairs: ReadonlySet<Pair>;
}

interface Pair {
  /** The connection of the client, before TLS. */
  tcp: Socket;
  near: Socket;
  far: Socket;
}

type HandsOn = (from: 'client' | 'server', bytes: Buffer, near: Socket) => boolean | Promise<boolean>;

/** Answers the client's request for TLS, and returns the connection with it. */
async function secured(tcp: Socket): Promise<Socket> {
  await new Promise((resolve) => tcp.once('data', resolve));
  tcp.write('S');
  return new TLSSocket(tcp, { isServer: true, cert: CERTIFICATE, key: CERTIFICATE_KEY });
}

/** @param tls whether the client must speak TLS with the relay; PostgreSQL gets plain text */
export async function openRelay(databaseUrl: string, { tls = false } = {}): Promise<Relay> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let handsOn: HandsOn = () => true;
  const join = async (tcp: Socket) => {
    tcp.on('error', () => undefined);
    const near = tls ? await secured(tcp) : tcp;
    const far = connect(Number(target.port), target.hostname);
    const pair = { tcp, near, far };
    pairs.add(pair);
    const forward = (from: 'client' | 'server', source: Socket, target: Socket) => {
      let before = Promise.resolve();
      source.on('data', (bytes) => {
        before = before.then(async () => {
          if (await handsOn(from, bytes, near)) target.write(bytes);
        });
      });
    };
    forward('client', near, far);
    forward('server', far, near);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  };
  const server = createServer((tcp) => void join(tcp));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  if (tls) url.searchParams.set('sslmode', 'require');
  return {
    server,
    pairs,
    url: url.href,
    setHandsOn: (wanted) => (handsOn = wanted),
    breakAll: (how = 'reset') => {
      for (const { tcp, near, far } of pairs) {
        if (how === 'end') near.end();
        else tcp.resetAndDestroy();
        far.destroy();
      }
    },
  };
}
