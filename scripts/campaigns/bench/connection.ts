import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readAnswer, type ReadAnswer } from './http-response';

/** Opens a connection to a port of this machine. */
export async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends a request and returns the response. Uses little CPU time, which the server needs. */
export function exchange(socket: Socket, request: Buffer): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    let held: Buffer | null = null;
    const done = () => socket.off('data', onData).off('error', onError).off('close', onClose);
    const onData = (chunk: Buffer) => {
      held = held ? Buffer.concat([held, chunk]) : chunk;
      const answer = readAnswer(held);
      if (!answer) return;
      done();
      resolve(answer);
    };
    const onError = (error: Error) => (done(), reject(error));
    const onClose = () => onError(new Error('the server closed the connection'));
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.write(request);
  });
}
