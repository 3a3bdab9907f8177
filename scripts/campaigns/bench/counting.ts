import type { Child } from './child';
import type { Cell } from './report';
import type { Asked } from './requests';
import type { Stage } from './stage';
import { openWireCounter, type WireCount } from './wire';

/**
 * Counts the statements and round trips of a request on the database connection. Every machine gives the same
 * counts.
 */
export interface Counter {
  /** Sends one request and returns its counts. The process has only one database connection. */
  count: (asked: Asked) => Promise<WireCount>;
  stop: () => Promise<void>;
}

/** Starts the product's API with a proxy that counts the messages to the database. */
export async function openCounter(
  stage: Stage,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Counter> {
  const wire = await openWireCounter(stage.cluster.port);
  stage.stopLater(() => wire.close());
  const through = new URL(databaseUrl);
  through.port = String(wire.port);
  const env = stage.productEnv(through.href, { ...more, DATABASE_POOL: '1' });
  const asker: Child = stage.child('asker', new URL('./request-cost.ts', import.meta.url), env);
  return {
    count: async (asked) => {
      wire.take();
      await asker.ask('ask', asked);
      return wire.take();
    },
    stop: () => asker.stop(),
  };
}

/** Matches statements that begin or end a transaction. */
const FRAME = /^\s*(begin|commit|rollback)\b/i;

/** Returns the number of statements, without those that begin or end a transaction. */
export function queriesOf({ statements, texts }: Omit<WireCount, 'values'>): number {
  const frames = [...texts].reduce((sum, [text, times]) => sum + (FRAME.test(text) ? times : 0), 0);
  return statements - frames;
}

/** Creates a row of the table of statements and round trips. */
export function countRow(request: string, count: WireCount): Record<string, Cell> {
  return {
    request,
    queries: queriesOf(count),
    'with begin and commit': count.statements,
    'round trips': count.roundTrips,
  };
}
