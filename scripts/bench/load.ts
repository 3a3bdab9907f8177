import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readAnswer, type ReadAnswer } from './answers';
import { answerParent } from './child';

/** One slice of load: every connection asks, waits for the whole answer, and asks again. */
export interface Slice {
  port: number;
  connections: number;
  ms: number;
  /** Ends earlier once so many were answered. */
  enough?: number;
  requests: { path: string; cookie?: string }[];
}

export interface SliceResult {
  answered: number;
  seconds: number;
  /** Bytes of one answer's body. */
  bytes: number;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends a request and resolves with its answer. A client as lean as this leaves the machine to the server. */
function exchange(socket: Socket, request: Buffer): Promise<ReadAnswer> {
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

async function slice({ port, connections, ms, enough = Infinity, requests }: Slice): Promise<SliceResult> {
  const texts = requests.map(({ path, cookie }) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`,
    ),
  );
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(port)));
  let answered = 0;
  let bytes = 0;
  const started = performance.now();
  const run = async (socket: Socket, first: number) => {
    for (let at = first; performance.now() - started < ms && answered < enough; at += connections) {
      const answer = await exchange(socket, texts[at % texts.length] as Buffer);
      if (answer.status !== 200)
        throw new Error(`answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
      answered += 1;
      bytes = answer.body.length;
    }
  };
  try {
    await Promise.all(sockets.map(run));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return { answered, seconds: (performance.now() - started) / 1000, bytes };
}

answerParent({ slice });
