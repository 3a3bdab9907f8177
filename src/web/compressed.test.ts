import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressed } from './compressed';

type Answer = (response: ServerResponse) => void;
let answer: Answer;
const handle = compressed((_request, response) => {
  answer(response);
  return Promise.resolve();
});
const server = createServer((request, response) => void handle(request, response));
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
afterAll(() => void server.close());

async function open(headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sent = send({ port, host: '127.0.0.1', method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

async function get(reply: Answer, accepted = 'br, gzip', method = 'GET') {
  answer = reply;
  const response = await open({ 'accept-encoding': accepted }, method);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const coding = response.headers['content-encoding'];
  const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
  return { coding, headers: response.headers, status: response.statusCode, text: plain.toString() };
}

const LONG = 'กล่อง box '.repeat(200);
const typed =
  (type: string, text = LONG, more: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': type, ...more });
    response.end(text);
  };

describe('A response', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('to a caller that accepts "%s" has the coding %s', async (accepted, coding) => {
    const got = await get(typed('text/html; charset=utf-8'), accepted);
    expect(got).toMatchObject({ coding, text: LONG, headers: { vary: 'Accept-Encoding' } });
  });

  test.each([
    ['text/css', 'br'],
    ['text/x-component', 'br'],
    ['application/json', 'br'],
    ['application/problem+json; charset=utf-8', 'br'],
    ['application/javascript', 'br'],
    ['application/xml', 'br'],
    ['image/svg+xml', 'br'],
    ['image/x-icon', 'br'],
    ['image/png', undefined],
    ['font/woff2', undefined],
    ['application/pdf', undefined],
    ['application/octet-stream', 'br'],
  ])('of type %s has the coding %s', async (type, coding) => {
    expect(await get(typed(type))).toMatchObject({ coding, text: LONG });
  });

  test.each([
    ['is short', (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('short')],
    ['is short by its header', typed('text/html', 'short', { 'content-length': '5' })],
    ['must not be changed', typed('text/html', LONG, { 'cache-control': 'public, no-transform' })],
    ['is compressed already', typed('text/html', LONG, { 'content-encoding': 'x-own' })],
    ['has no type', (response: ServerResponse) => response.end(LONG)],
  ])('that %s is sent as it is', async (_what, reply) => {
    const { coding, text, headers } = await get(reply);
    expect(['x-own', undefined]).toContain(coding);
    expect(text.length).toBeGreaterThan(4);
    expect(headers['content-length'] ?? headers['transfer-encoding']).toBeDefined();
  });

  test('to HEAD says the same as without a body', async () => {
    const got = await get(typed('text/html', LONG, { 'content-length': '9' }), 'br', 'HEAD');
    expect(got).toMatchObject({ coding: undefined, headers: { vary: 'Accept-Encoding' } });
  });

  test('keeps its ETag, status and other dependencies, and loses its length', async () => {
    const { headers, status, coding } = await get((response) => {
      response.setHeader('vary', 'cookie');
      response.writeHead(404, 'Gone', [
        ['content-type', 'text/html'],
        ['etag', 'W/"a"'],
        ['content-length', String(Buffer.byteLength(LONG))],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ] as never);
      response.end(LONG);
    });
    expect({ status, coding }).toEqual({ status: 404, coding: 'br' });
    expect(headers).toMatchObject({
      etag: 'W/"a"',
      vary: 'cookie, Accept-Encoding',
      'set-cookie': ['a=1', 'b=2'],
    });
    expect(headers['content-length']).toBeUndefined();
  });

  test('is sent in parts when the page flushes them', async () => {
    answer = (response) => {
      response.setHeader('content-type', 'text/html');
      response.write('first');
      (response as unknown as { flush: () => void }).flush();
    };
    const response = await open({ 'accept-encoding': 'br' });
    const plain = response.pipe(createBrotliDecompress());
    const [first] = (await once(plain, 'data')) as [Buffer];
    expect(first.toString()).toBe('first');
    response.destroy();
  });

  test('waits for a slow caller and arrives whole', async () => {
    const line = Buffer.alloc(64 * 1024, 'abcdefghijklmnop');
    const got = await get((response) => {
      response.setHeader('content-type', 'text/plain');
      let left = 100;
      const more = () => {
        while (left > 0 && response.write(line)) left -= 1;
        if (left > 0) response.once('drain', () => ((left -= 1), more()));
        else response.end();
      };
      more();
    });
    expect(got.text.length).toBe(100 * line.length);
  });
});
