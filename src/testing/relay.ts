import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP relay between the product and PostgreSQL. A test breaks its connections. */
export interface Relay {
  server: Server;
  /** The URL of the database through the relay. */
  url: string;
  /** Sets a function that decides for each piece of data whether the relay forwards it (true) or drops it (false). */
  setHandsOn: (handsOn: HandsOn) => void;
  /** Resets every connection, as a crash of the machine does. */
  breakAll: () => void;
  pairs: ReadonlySet<{ near: Socket; far: Socket }>;
}

type HandsOn = (from: 'client' | 'server', bytes: Buffer, near: Socket) => boolean;

export async function openRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let handsOn: HandsOn = () => true;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far };
    pairs.add(pair);
    near.on('data', (bytes) => handsOn('client', bytes, near) && far.write(bytes));
    far.on('data', (bytes) => handsOn('server', bytes, near) && near.write(bytes));
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    server,
    pairs,
    url: url.href,
    setHandsOn: (wanted) => (handsOn = wanted),
    breakAll: () => {
      for (const { near, far } of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
  };
}
