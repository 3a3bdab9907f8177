import { Client, Pool } from 'pg';
import { jobQueueUrl } from '@/server/db';

/**
 * The code of a serialization failure. graphile-worker 0.17 repeats the end of a job after this code, for about eight
 * minutes. Any other error ends the process.
 */
const REPEATED = '40001';
/** Errors of PostgreSQL that end a session, and the refusal of a write by a server that is no longer the primary. */
const LOST_SESSION = /^(08...|57P0[1-3]|25006)$/;

/** Gives an error of a lost connection the code after which graphile-worker repeats the statement. */
function asRepeated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', severity } = error as { code?: string; severity?: string };
  const isLost = severity === undefined || LOST_SESSION.test(code);
  return isLost ? Object.assign(error, { code: REPEATED }) : error;
}

type Connect = (callback?: (error?: unknown) => void) => Promise<unknown> | undefined;
type Query = (...args: unknown[]) => unknown;

/** A session of the job queue. Its statements fail with a repeated code when the connection is lost. */
class JobClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const connect = this.connect.bind(this) as Connect;
    const query = this.query.bind(this) as Query;
    const mend = (made: unknown) =>
      made instanceof Promise
        ? made.catch((error: unknown) => Promise.reject(asRepeated(error) as Error))
        : made;
    Object.assign(this, {
      connect: (callback?: (error?: unknown) => void) =>
        callback ? connect((error) => callback(error ? asRepeated(error) : undefined)) : mend(connect()),
      query: (...args: unknown[]) => mend(query(...args)),
    });
  }
}

/**
 * Opens the connections of the job queue. A job whose end cannot be reported while the database is away is reported
 * later.
 */
export function openJobPool(max: number): Pool {
  const pool = new Pool({
    ...{ connectionString: jobQueueUrl(), max, Client: JobClient },
    connectionTimeoutMillis: 5_000,
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
  });
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return pool;
}
