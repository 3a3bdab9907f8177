import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { request } from './request';

let server: Server;
let base: string;
let answer = '';
let received: { method?: string; contentType?: string; body: string };

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

beforeAll(async () => {
  server = createServer((message, response) => {
    void bodyOf(message).then((body) => {
      received = { method: message.method, contentType: message.headers['content-type'], body };
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  answer = '{"status":"ok","data":{"expiresInMinutes":59}}';
});

test('returns the parsed response, and without a payload sends a GET with neither body nor content type', async () => {
  await expect(request(`${base}/api/me`)).resolves.toEqual({ status: 'ok', data: { expiresInMinutes: 59 } });
  expect(received).toEqual({ method: 'GET', contentType: undefined, body: '' });
});

test('sends a payload as JSON', async () => {
  await request(`${base}/api/login`, { method: 'POST', payload: { email: 'mali@example.test' } });
  expect(received).toEqual({
    method: 'POST',
    contentType: 'application/json',
    body: '{"email":"mali@example.test"}',
  });
});

test.each([{}, [], null, undefined, ''])('treats an empty payload (%j) as none', async (payload) => {
  await request(`${base}/api/logout`, { method: 'POST', payload });
  expect(received).toEqual({ method: 'POST', contentType: undefined, body: '' });
});

test('throws the parsed response when its status is not ok', async () => {
  answer = '{"status":"error","code":"NOT_LOGGED_IN","message":"Please log in to continue."}';
  await expect(request(`${base}/api/me`)).rejects.toEqual({
    status: 'error',
    code: 'NOT_LOGGED_IN',
    message: 'Please log in to continue.',
  });
});

test.each(['', null, undefined])('throws for a missing URL (%j) before anything is sent', async (url) => {
  await expect(request(url)).rejects.toThrow('Missing URL for request');
});
