import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { BODY_MAX_BYTES } from '@/server/api/body';
import { serveFront } from '@/testing/serve-front';
import { withWorld } from '@/testing/with-world';

/* Large bodies of strangers over sockets to the server in front of Next, as in production, beside other requests. */
const world = withWorld();
const { server, port } = serveFront(world, async (_req, res) => {
  res.end('a page');
  await Promise.resolve();
});
/** The server's ends of the connections, by the port of the client's end. */
const received = new Map<number, Socket>();
beforeAll(() => {
  server().on('connection', (socket: Socket) => received.set(socket.remotePort ?? 0, socket));
});

const SENT_BYTES = 3_900_000;
const CHUNK = ' '.repeat(0x2000);
const FRAMES = {
  'content-length': { header: `Content-Length: ${SENT_BYTES}`, chunk: CHUNK },
  chunked: { header: 'Transfer-Encoding: chunked', chunk: `2000\r\n${CHUNK}\r\n` },
};
type Frame = keyof typeof FRAMES;

/** Opens a connection and sends a body as fast as the server takes it. `stopAt`: the bytes after which it waits. */
function flood(path: string, frame: Frame, stopAt = SENT_BYTES) {
  const { header, chunk } = FRAMES[frame];
  let [answer, sent] = ['', 0];
  const socket = connect(port(), '127.0.0.1');
  const send = () => {
    while (sent < stopAt && !socket.destroyed) {
      sent += CHUNK.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('data', (data) => (answer += data.toString()));
  // A server that closes with unread bytes resets the connection.
  socket.on('error', () => undefined);
  socket.on('drain', send);
  socket.once('connect', () => {
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n\r\n`,
    );
    send();
  });
  const opened = new Promise<number>((go) => socket.once('connect', () => go(socket.localPort ?? 0)));
  const closed = new Promise<void>((go) => socket.once('close', () => go()));
  return {
    socket,
    closed,
    status: () => Number(answer.split(' ')[1]),
    readBytes: async () => received.get(await opened)?.bytesRead ?? NaN,
  };
}

const PATHS = [
  ...['/api/desk/entry.invitation', '/api/desk/money.importStatement', '/api/login', '/api/register'],
  ...['/api/trpc/auth.logIn', '/api/graphql', '/api/webhooks/omise', '/api/line/webhook', '/api/nothing'],
  ...['/account/orders', '/desk', '/nothing'],
];
const REFUSED = new Set([401, 404, 405, 413]);
/** A socket reads up to 64 kB at once, so that the last read may go beyond the limit. */
const READ_MAX_BYTES = BODY_MAX_BYTES + 64 * 1024;

test.each(Object.keys(FRAMES) as Frame[])(
  'refuses a large body at every kind of path, and stops reading at its limit: %s',
  async (frame) => {
    for (const path of PATHS) {
      const one = flood(path, frame);
      await one.closed;
      expect([path, REFUSED.has(one.status())]).toEqual([path, true]);
      expect(await one.readBytes(), path).toBeLessThanOrEqual(READ_MAX_BYTES);
    }
  },
);

test('answers health while a flood of large bodies is still open, of which it reads no more', async () => {
  const floods = Array.from({ length: 60 }, (_, n) => {
    const frame = n % 2 === 0 ? 'chunked' : 'content-length';
    // A third of the senders stop before the limit and wait, so that the flood stays open.
    return flood(PATHS[n % PATHS.length] ?? '', frame, n % 3 === 0 ? BODY_MAX_BYTES / 4 : SENT_BYTES);
  });
  const waiting = flood('/api/login', 'chunked', BODY_MAX_BYTES / 4);
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`http://127.0.0.1:${port()}/api/health`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(waiting.socket.destroyed).toBe(false);
  const read = await Promise.all(floods.map(({ readBytes }) => readBytes()));
  expect(Math.max(...read)).toBeLessThanOrEqual(READ_MAX_BYTES);
  for (const { socket } of [...floods, waiting]) socket.destroy();
});
