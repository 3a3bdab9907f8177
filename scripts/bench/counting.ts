import type { Child } from './child';
import type { Cell } from './report';
import type { Asked } from './requests';
import type { Stage } from './stage';
import { openWireCounter, type WireCount } from './wire';

/** Statements and round trips of a request, counted on the wire, so that they are the same on any machine. */
export interface Counter {
  /** Sends one request from the only connection of the process. */
  count: (asked: Asked) => Promise<WireCount>;
  stop: () => Promise<void>;
}

/** Starts the product's API behind a counting proxy. */
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

/** Statements that begin or end a transaction. They are not counted as queries. */
const FRAME = /^\s*(begin|commit|rollback)\b/i;

/** Counts statements without those that begin and end transactions. */
export function queriesOf({ statements, texts }: Omit<WireCount, 'values'>): number {
  const frames = [...texts].reduce((sum, [text, times]) => sum + (FRAME.test(text) ? times : 0), 0);
  return statements - frames;
}

/** Creates a row of the table of database work. The counts are the same on any machine. */
export function countRow(request: string, count: WireCount): Record<string, Cell> {
  return {
    request,
    queries: queriesOf(count),
    'with begin and commit': count.statements,
    'round trips': count.roundTrips,
  };
}
