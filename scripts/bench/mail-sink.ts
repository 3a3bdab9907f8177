import { createServer, type AddressInfo } from 'node:net';
import { answerParent } from './child';

// A mail server that accepts, counts and discards every mail: https://www.rfc-editor.org/rfc/rfc5321
let taken = 0;

const server = createServer((socket) => {
  let inData = false;
  let held = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  say('220 sink');
  socket.on('data', (data: Buffer) => {
    held += data.toString('latin1');
    for (;;) {
      const end = held.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = held.slice(0, end);
      held = held.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        taken += 1;
        say('250 taken');
      } else if (/^(EHLO|HELO)/i.test(line)) say('250 sink');
      else if (/^DATA/i.test(line)) {
        inData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
});

answerParent({
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  taken: () => taken,
});
