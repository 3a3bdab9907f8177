import { Client, Pool } from 'pg';
import { jobQueueConnection } from '@/server/db';

/**
 * The code of a serialization failure. graphile-worker 0.17 repeats the end of a job after this code, for about eight
 * minutes. Any other error ends the process.
 */
const REPEATED = '40001';
/**
 * Errors of PostgreSQL that end a session, the refusal of a write by a server that is no longer the primary, and a server
 * without disk, memory or connections.
 */
const PASSING = /^(08...|57P0[1-3]|25006|53[1-3]00)$/;

/** Gives an error that passes the code after which graphile-worker repeats the statement. */
function asRepeated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', severity } = error as { code?: string; severity?: string };
  const isPassing = severity === undefined || PASSING.test(code);
  return isPassing ? Object.assign(error, { code: REPEATED }) : error;
}

type Callback = (error?: unknown, ...rest: unknown[]) => void;
type Connect = (callback?: Callback) => Promise<unknown> | undefined;
type Query = (...args: unknown[]) => unknown;

const mended = (made: unknown) =>
  made instanceof Promise ? made.catch((error: unknown) => Promise.reject(asRepeated(error) as Error)) : made;

/**
 * Makes a session or a pool fail to connect with a repeated code. A pool that is ended never answers: no repetition can
 * succeed, and the next worker runs a job again whose end could not be reported.
 */
function mendConnect(target: Client | Pool): void {
  const connect = (target.connect as Connect).bind(target);
  const mend = (callback?: Callback) => {
    if (target instanceof Pool && target.ending) return callback ? undefined : new Promise(() => undefined);
    return callback
      ? connect((error, ...rest) => callback(error ? asRepeated(error) : undefined, ...rest))
      : mended(connect());
  };
  Object.assign(target, { connect: mend });
}

/** A session of the job queue. Its statements fail with a repeated code when the connection is lost. */
class JobClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    mendConnect(this);
    const query = this.query.bind(this) as Query;
    Object.assign(this, { query: (...args: unknown[]) => mended(query(...args)) });
  }
}

/**
 * Opens the connections of the job queue. A job whose end cannot be reported, while the database is away or all
 * connections are busy, is reported later.
 * @param waitMs the longest wait for a connection
 */
export function openJobPool(max: number, waitMs = 5_000): Pool {
  const pool = new Pool({
    ...jobQueueConnection(),
    max,
    Client: JobClient,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  mendConnect(pool);
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return pool;
}
