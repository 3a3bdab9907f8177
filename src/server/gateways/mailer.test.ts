import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '@/settings/settings';
import { sendMail } from './mailer';

/* A mail server without encryption, at an address that is not loopback by its name. */
const heard: string[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.write('220 plain\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      const line = data.toString();
      heard.push(line);
      socket.write(line.startsWith('EHLO') ? '250-plain\r\n250 AUTH PLAIN\r\n' : '502 no such command\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
});
afterAll(() => server.close());

test('in production nothing is sent to a mail server without encryption', async () => {
  const { port } = server.address() as AddressInfo;
  Object.assign(settings(), { production: true, SMTP_URL: `smtp://ira:hush@0.0.0.0:${port}` });
  const content = { subject: 's', html: 'h', text: 't', attachment: null, unsubscribeUrl: null };
  const mail = { id: 'msg_1', to: 'mali@example.test', date: new Date(0), ...content };
  expect(await sendMail(mail)).toEqual({ kind: 'failed', why: expect.any(String) as string });
  expect(heard.map((line) => line.split(' ')[0]?.trim())).toEqual(['EHLO', 'STARTTLS']);
});
