import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../start/ports.mjs';
import { commandOf, endProcess, know, parentOf, signalTo } from '../../start/processes.mjs';
import { root } from '../../start/terminal.mjs';
import { serverAccount, startDaemon, type Daemon } from './daemon';
import { HOST_ADDRESS, openNetwork, type Network } from './network';

/** A member of the cluster as Patroni lists it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

/** A machine of the cluster: PostgreSQL and its Patroni. */
export interface Node {
  name: string;
  host: string;
  port: number;
  apiPort: number;
  /** Whether Patroni says that this node is the primary. */
  isPrimary(): Promise<boolean>;
  /** Sends a signal to PostgreSQL and Patroni at once, as the loss of a machine does. */
  signal(signal: NodeJS.Signals): void;
  /** Kills the postmaster. Patroni continues. */
  killPostgres(): void;
  /** Cuts the node off the network without a reset of its connections. */
  cut(): void;
  join(): void;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): Promise<void>;
}

export interface PatroniCluster {
  nodes: Node[];
  /** The port of HAProxy, which leads to the primary. */
  port: number;
  etcd: Daemon;
  members(): Promise<Member[]>;
  primary(): Promise<Node>;
  synchronousStandby(): Promise<Node>;
  /** Waits until all nodes run, and one is a synchronous standby if the cluster is synchronous. */
  settled(): Promise<void>;
  /** Asks for a switchover to another node. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

const NODES = ['one', 'two', 'three'];
const LOCAL = '127.0.0.1';

/** Starts etcd, three nodes with `deployment/patroni.yml`, and HAProxy with `deployment/haproxy-postgres.cfg`. */
export async function startCluster(home: string, options: { synchronous: boolean }): Promise<PatroniCluster> {
  const network = openNetwork(NODES);
  const config = join(home, 'patroni.yml');
  writeFileSync(config, configOf(options.synchronous));
  const etcd = await startEtcd(home);
  const nodes: PatroniNode[] = [];
  const daemons: Daemon[] = [etcd.daemon];
  const stop = async () => {
    for (const node of nodes) await node.end();
    for (const daemon of daemons.toReversed()) await daemon.stop();
    network.close();
  };
  try {
    for (const name of NODES) {
      const node = await openNode({ home, name, config, etcdUrl: etcd.url, network });
      nodes.push(node);
      await node.start();
    }
    const proxy = await startProxy(home, nodes);
    daemons.push(proxy.daemon);
    const cluster = { ...clusterOf(nodes, options.synchronous), port: proxy.port, etcd: etcd.daemon, stop };
    await cluster.settled();
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

function clusterOf(
  nodes: PatroniNode[],
  isSynchronous: boolean,
): Omit<PatroniCluster, 'port' | 'etcd' | 'stop'> {
  const members = async (): Promise<Member[]> => {
    for (const node of nodes) {
      const response = await ask(node, '/cluster');
      const body: unknown = response?.status === 200 ? await response.json().catch(() => null) : null;
      if (body) return (body as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async () => {
    for (;;) {
      for (const node of nodes) if (await node.isPrimary()) return node;
      await sleep(100);
    }
  };
  const wanted = isSynchronous ? ['leader', 'replica', 'sync_standby'] : ['leader', 'replica', 'replica'];
  return {
    nodes,
    members,
    primary,
    synchronousStandby: async () => {
      for (;;) {
        const name = (await members()).find(({ role }) => role === 'sync_standby')?.name;
        const standby = nodes.find((node) => node.name === name);
        if (standby) return standby;
        await sleep(100);
      }
    },
    settled: async () => {
      for (const until = performance.now() + 120_000; ; await sleep(250)) {
        const list = await members();
        const roles = list.map(({ role }) => role);
        const timelines = new Set(list.map(({ timeline }) => timeline));
        // The list may be older than a fault: a node that begins to recover is still listed as running.
        const standbys = await Promise.all(nodes.map((node) => ask(node, '/replica')));
        const running = standbys.filter((response) => response?.status === 200).length;
        if (roles.toSorted().join() === wanted.join() && timelines.size === 1 && running === 2) return;
        if (performance.now() > until)
          throw new Error(`the cluster does not settle: ${JSON.stringify(list)}`);
      }
    },
    switchOver: async () => {
      const leader = await primary();
      const body = JSON.stringify({ leader: leader.name });
      const response = await ask(leader, '/switchover', { method: 'POST', body });
      if (response?.status !== 200)
        throw new Error(`no switchover: ${response?.status} ${await response?.text()}`);
    },
  };
}

/** Returns the response of a node's REST interface. Null if it does not answer within two seconds. */
const ask = (node: Pick<Node, 'host' | 'apiPort'>, path: string, init: RequestInit = {}) =>
  fetch(`http://${node.host}:${node.apiPort}${path}`, {
    signal: AbortSignal.timeout(init.method ? 60_000 : 2_000),
    ...init,
  }).catch(() => null);

/** Returns the product's configuration for a drill without passwords. */
function configOf(isSynchronous: boolean): string {
  const shipped = readFileSync(join(root, 'deployment/patroni.yml'), 'utf8').replaceAll(
    'scram-sha-256',
    'trust',
  );
  if (isSynchronous) return shipped;
  // A replica without the tail must become the primary.
  return shipped
    .replace(/(synchronous_mode(_strict)?): true/g, '$1: false')
    .replace(/(maximum_lag_on_failover): \d+/, '$1: 1073741824');
}

async function startEtcd(home: string): Promise<{ daemon: Daemon; url: string }> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [url, peerUrl] = [`http://${HOST_ADDRESS}:${port}`, `http://${LOCAL}:${peerPort}`];
  const daemon = await startDaemon({
    command: 'etcd',
    args: [
      ...['--data-dir', join(home, 'etcd'), '--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `default=${peerUrl}`, '--enable-v2'],
    ],
    log: join(home, 'etcd.log'),
    isReady: async () => (await ask({ host: HOST_ADDRESS, apiPort: port }, '/health'))?.ok === true,
  });
  return { daemon, url };
}

async function startProxy(home: string, nodes: readonly Node[]): Promise<{ daemon: Daemon; port: number }> {
  const port = await freePort();
  const addresses = nodes.flatMap(({ host, port: nodePort, apiPort }, at) => [
    [`NODE_${at + 1}`, `${host}:${nodePort}`],
    [`API_${at + 1}`, String(apiPort)],
  ]);
  const config = join(home, 'haproxy.cfg');
  copyFileSync(join(root, 'deployment/haproxy-postgres.cfg'), config);
  const daemon = await startDaemon({
    command: 'haproxy',
    args: ['-db', '-f', config],
    env: { DATABASE: `${LOCAL}:${port}`, ...(Object.fromEntries(addresses) as Record<string, string>) },
    log: join(home, 'haproxy.log'),
    // Before its first checks HAProxy also leads to the replicas.
    isReady: () => sleep(3_000, true),
  });
  return { daemon, port };
}

interface PatroniNode extends Node {
  end(): Promise<void>;
}

interface NodeOptions {
  home: string;
  name: string;
  config: string;
  etcdUrl: string;
  network: Network;
}

async function openNode({ home, name, config, etcdUrl, network }: NodeOptions): Promise<PatroniNode> {
  const [port, apiPort, host] = [await freePort(), await freePort(), network.addressOf(name)];
  const data = join(home, name);
  mkdirSync(data, { mode: 0o700 });
  const { uid, gid } = serverAccount();
  if (uid !== undefined) chownSync(data, uid, gid ?? uid);
  let daemon: Daemon | null = null;
  const env = {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${host}:${apiPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${apiPort}`,
    PATRONI_POSTGRESQL_LISTEN: `${host}:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
    PATRONI_POSTGRESQL_PGPASS: join(home, `${name}.pgpass`),
    PATRONI_ETCD_HOSTS: new URL(etcdUrl).host,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_SUPERUSER_PASSWORD: 'drill',
    PATRONI_REPLICATION_PASSWORD: 'drill',
  };
  const postmaster = () => postmasterOf(data);
  return {
    name,
    host,
    port,
    apiPort,
    isPrimary: async () => (await ask({ host, apiPort }, '/primary'))?.status === 200,
    signal: (signal) => {
      daemon?.signal(signal);
      for (const pid of familyOf(postmaster())) signalTo(pid, signal);
    },
    killPostgres: () => void signalTo(postmaster(), 'SIGKILL'),
    cut: () => network.cut(name),
    join: () => network.join(name),
    start: async () => {
      daemon = await startDaemon({
        command: 'patroni',
        args: [config],
        env,
        log: join(home, `${name}.log`),
        namespace: network.namespaceOf(name),
        isReady: async () => (await ask({ host, apiPort }, '/health'))?.status === 200,
      });
    },
    end: async () => {
      const server = know(postmaster());
      await daemon?.stop();
      if (server !== null) await endProcess(server, { signal: 'SIGINT' });
    },
  };
}

/** Returns the process id of the PostgreSQL that runs on a data folder. 0: none runs. */
function postmasterOf(data: string): number {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return commandOf(pid).includes(data) ? pid : 0;
  } catch {
    return 0;
  }
}

/** Returns a process and its children. */
function familyOf(pid: number): number[] {
  if (pid === 0) return [];
  const all = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 1);
  return [pid, ...all.filter((one) => parentOf(one) === pid)];
}
