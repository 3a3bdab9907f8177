import { answerParent } from './child';
import { connected, exchange } from './connection';
import { requestBytes, type Asked } from './requests';

export interface Visit {
  port: number;
  asked: Asked[];
}

/** The status and the response time in ms of every request. */
export interface Visited {
  statuses: number[];
  ms: number[];
}

/** Sends all requests at the same time. Each request has its own connection, which is opened before. */
async function together({ port, asked }: Visit): Promise<Visited> {
  const sockets = await Promise.all(asked.map(() => connected(port)));
  const started = performance.now();
  const answers = await Promise.all(
    sockets.map(async (socket, at) => {
      const { status } = await exchange(socket, requestBytes(port, asked[at] as Asked));
      return { status, took: performance.now() - started };
    }),
  );
  for (const socket of sockets) socket.destroy();
  return { statuses: answers.map(({ status }) => status), ms: answers.map(({ took }) => took) };
}

/** Sends the requests one by one over one connection. */
async function inTurn({ port, asked }: Visit): Promise<Visited> {
  const socket = await connected(port);
  const visited: Visited = { statuses: [], ms: [] };
  for (const one of asked) {
    const bytes = requestBytes(port, one);
    const started = performance.now();
    const { status } = await exchange(socket, bytes);
    visited.ms.push(performance.now() - started);
    visited.statuses.push(status);
  }
  socket.destroy();
  return visited;
}

answerParent({ together, inTurn });
