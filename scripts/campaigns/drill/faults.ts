import { setTimeout as sleep } from 'node:timers/promises';
import type { Node, PatroniCluster } from './patroni-cluster';

/** A loss after which the product must acknowledge writes again. */
export interface Fault {
  title: string;
  /** The longest time in ms without an acknowledged write. */
  withinMs: number;
  loses: 'primary' | 'synchronousStandby';
  /** Causes the fault at once. Returns what heals it. */
  cause: (node: Node, cluster: PatroniCluster) => () => Promise<void>;
}

/** Patroni's smallest `ttl` is 20 s. */
const MACHINE_WITHIN_MS = 25_000;
const POSTGRES_WITHIN_MS = 10_000;

const healed = () => Promise.resolve();

/** Cuts a machine off first, so that its connections end without a reset, as those of a machine without power. */
function loseMachine(node: Node): () => Promise<void> {
  node.cut();
  node.signal('SIGKILL');
  return () => {
    node.join();
    return node.start();
  };
}

export const FAULTS: readonly Fault[] = [
  {
    title: 'machine of the primary lost (cut off, SIGKILL)',
    withinMs: MACHINE_WITHIN_MS,
    loses: 'primary',
    cause: loseMachine,
  },
  {
    title: 'PostgreSQL of the primary killed (SIGKILL), Patroni continues',
    withinMs: POSTGRES_WITHIN_MS,
    loses: 'primary',
    cause: (node) => {
      node.killPostgres();
      return healed;
    },
  },
  {
    title: 'primary and its Patroni hang (SIGSTOP, SIGCONT after the first write)',
    withinMs: MACHINE_WITHIN_MS,
    loses: 'primary',
    cause: (node) => {
      node.signal('SIGSTOP');
      return () => Promise.resolve(node.signal('SIGCONT'));
    },
  },
  {
    title: 'primary cut off from every machine (partition)',
    withinMs: MACHINE_WITHIN_MS,
    loses: 'primary',
    cause: (node) => {
      node.cut();
      return () => Promise.resolve(node.join());
    },
  },
  {
    title: 'machine of the synchronous standby lost (cut off, SIGKILL)',
    withinMs: MACHINE_WITHIN_MS,
    loses: 'synchronousStandby',
    cause: loseMachine,
  },
  {
    title: 'switchover',
    withinMs: POSTGRES_WITHIN_MS,
    loses: 'primary',
    cause: (_node, cluster) => {
      const done = cluster.switchOver();
      return () => done;
    },
  },
];

/** A disturbance after which the same node must still be the primary. */
export interface Pause {
  title: string;
  run: (cluster: PatroniCluster, ms: number) => Promise<void>;
}

async function stopFor(target: { signal: (signal: NodeJS.Signals) => void }, ms: number): Promise<void> {
  target.signal('SIGSTOP');
  await sleep(ms);
  target.signal('SIGCONT');
}

async function cutFor(node: Node, ms: number): Promise<void> {
  node.cut();
  await sleep(ms);
  node.join();
}

export const PAUSES: readonly Pause[] = [
  { title: 'primary stopped', run: async (cluster, ms) => stopFor(await cluster.primary(), ms) },
  { title: 'etcd stopped', run: (cluster, ms) => stopFor(cluster.etcd, ms) },
  {
    title: 'synchronous standby stopped',
    run: async (cluster, ms) => stopFor(await cluster.synchronousStandby(), ms),
  },
  { title: 'primary cut off', run: async (cluster, ms) => cutFor(await cluster.primary(), ms) },
];
