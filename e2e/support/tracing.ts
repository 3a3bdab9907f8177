import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import { freePort } from '../../scripts/start/ports.mjs';
import { NOTHING_SET } from './environment';
import { products } from './product';

interface Item {
  type: string;
  /** The text of the item, not compressed. */
  text: string;
}

/** Returns the items of a Sentry envelope. It has one header line, then a header line and a payload for each item. */
function itemsOf(body: Buffer): Item[] {
  const items: Item[] = [];
  let at = body.indexOf('\n') + 1;
  while (at < body.length) {
    const headEnd = body.indexOf('\n', at);
    const head = JSON.parse(body.subarray(at, headEnd).toString()) as { type: string; length?: number };
    const newline = body.indexOf('\n', headEnd + 1);
    const end = head.length === undefined ? (newline < 0 ? body.length : newline) : headEnd + 1 + head.length;
    const payload = body.subarray(headEnd + 1, end);
    items.push({
      type: head.type,
      text: head.type === 'replay_recording' ? unpacked(payload) : payload.toString(),
    });
    at = end + 1;
  }
  return items;
}

function unpacked(payload: Buffer): string {
  const cut = payload.indexOf('\n');
  return payload.subarray(0, cut).toString() + inflateSync(payload.subarray(cut + 1)).toString();
}

/** Starts a receiver of errors and recordings, and a web process of the product that sends them to the receiver. */
export async function startTraced() {
  const items: Item[] = [];
  let raw = '';
  const receiver: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.length > 0) items.push(...itemsOf(body));
      raw += `${request.url} ${body.toString('latin1')}`;
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
    });
  });
  await new Promise<void>((go) => receiver.listen(0, '127.0.0.1', go));
  const port = await freePort();
  const web: ChildProcess = spawn(process.execPath, ['scripts/start/run.mjs', 'web'], {
    env: {
      ...process.env,
      ...NOTHING_SET,
      DATA_DIR: products().standing.dataDir,
      PORT: String(port),
      WORKER: 'off',
      SENTRY_DSN: `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1`,
    },
    stdio: 'ignore',
  });
  const url = `http://localhost:${port}`;
  return {
    url,
    items,
    /** Returns all received data, raw and uncompressed. */
    everything: () => raw + items.map(({ text }) => text).join('\n'),
    isUp: () =>
      fetch(`${url}/api/ready`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    stop: () => {
      web.kill('SIGTERM');
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}
