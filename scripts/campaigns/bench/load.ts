import type { Socket } from 'node:net';
import { answerParent } from './child';
import { connected, exchange } from './connection';
import { percentile } from './latency';
import { requestBytes, requireSuccess, type Asked } from './requests';
import { splitList, cycle, type Turns } from './lists';

/** A load on one port. `people` has a list of requests for each subscriber, which are sent in turn. */
export interface LoadCase {
  name: string;
  port: number;
  connections: number;
  people: Asked[][];
}

/**
 * One slice of load. Every connection sends a request, waits for the complete response, and sends the next
 * request.
 */
export interface Slice {
  name: string;
  ms: number;
  /** The number of responses after which the slice ends before its time. */
  enough?: number;
}

export interface SliceResult {
  answered: number;
  seconds: number;
  /** Bytes of a response body. */
  bytes: number;
  /** The 99th percentile of the response times in ms. */
  p99Ms: number;
}

type Prepared = { path: string; bytes: Buffer };

/** The port and the requests per connection of each case. Each subscriber belongs to one connection. */
const cases = new Map<string, { port: number; hands: Turns<Turns<Prepared>>[] }>();

function prepare({ name, port, connections, people }: LoadCase): void {
  const turns = people.map((asked) =>
    cycle(asked.map((one) => ({ path: one.path, bytes: requestBytes(port, one) }))),
  );
  cases.set(name, { port, hands: splitList(turns, connections).map(cycle) });
}

async function slice({ name, ms, enough = Infinity }: Slice): Promise<SliceResult> {
  const { port, hands } = cases.get(name) ?? { port: 0, hands: [] };
  const sockets = await Promise.all(hands.map(() => connected(port)));
  const took: number[] = [];
  let bytes = 0;
  const started = performance.now();
  const run = async (socket: Socket, hand: number) => {
    while (performance.now() - started < ms && took.length < enough) {
      const request = (hands[hand] as Turns<Turns<Prepared>>)()();
      const asked = performance.now();
      const { status, body } = await exchange(socket, request.bytes);
      took.push(performance.now() - asked);
      requireSuccess(status, body, request.path);
      bytes = body.length;
    }
  };
  try {
    await Promise.all(sockets.map(run));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const seconds = (performance.now() - started) / 1000;
  return { answered: took.length, seconds, bytes, p99Ms: percentile(took, 0.99) };
}

answerParent({ prepare, slice });
