import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { clusterDir, startPostgres } from '../../start/postgres.mjs';
import { readServices, type Service } from './compose-file';
import { requirePrograms, startDaemon, stopAtExit, type Daemon } from './daemon';
import { finish, outputOf, type ServiceHost } from './service-host';

const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const STOP_LIMIT_MS = 15_000;

interface Process {
  stop(): Promise<unknown>;
}

/** The processes that stand for containers, and their network. */
interface Machine {
  home: string;
  tree: string;
  services: Record<string, Service>;
  running: Map<string, Process[]>;
  /** Numbers of the services, which are a part of their addresses. They stay when another tree is used. */
  numbers: Map<string, number>;
}

/**
 * Returns the host of processes: `dist/` of a tree, and PostgreSQL and Caddy of Debian, with the commands and the
 * environment of `compose.yaml`. Each process has a loopback address of its own and the ports of its container. Three
 * values differ: the name of a service is its address, `0.0.0.0` the own address, and a folder one below `home`.
 */
export function createPackageHost(home: string): ServiceHost {
  requirePrograms(['caddy', 'postgres'], 'caddy postgresql-15');
  process.env.POSTGRES_BIN = POSTGRES_BIN;
  const machine: Machine = { home, tree: '', services: {}, running: new Map(), numbers: new Map() };
  const { running } = machine;
  const stop = async (name: string) => {
    await Promise.all((running.get(name) ?? []).map((one) => one.stop()));
    running.delete(name);
  };
  return {
    others: [],
    use: (next) => {
      outputOf('npm run build', finish(['npm', 'run', 'build'], { cwd: next }));
      machine.tree = next;
      machine.services = readServices(next);
      return Promise.resolve();
    },
    up: async (...names) => {
      for (const name of names) {
        await stop(name);
        const { replicas } = serviceOf(machine, name);
        const started = Array.from({ length: replicas }, (_, at) => start(machine, name, at));
        running.set(name, await Promise.all(started));
      }
    },
    run: (name, ...given) => {
      const { entryPoint, command, environment } = serviceOf(machine, name);
      const [, ...args] = [...entryPoint, ...(given.length > 0 ? given : command)];
      const env = mapValues(environment, localise(machine, name, 0));
      return Promise.resolve(finish([process.execPath, ...args], { cwd: machine.tree, env }));
    },
    exec: (name, [program = '', ...args], input) => {
      const { POSTGRES_PASSWORD = '' } = serviceOf(machine, name).environment;
      const env = { PGHOST: addressOf(machine, name), PGPASSWORD: POSTGRES_PASSWORD };
      return Promise.resolve(finish([join(POSTGRES_BIN, program), ...args], { env, input }));
    },
    stop: async (...names) => void (await Promise.all(names.map(stop))),
    lose: async (name) => {
      for (const one of name === undefined ? [...running.keys()].reverse() : [name]) {
        await stop(one);
        rmSync(join(home, one), { recursive: true, force: true });
      }
    },
    url: (name) => `http://${addressOf(machine, name)}:${name === 'caddy' ? 3000 : 3001}`,
  };
}

function serviceOf({ services }: Machine, name: string): Service {
  const found = services[name];
  if (found === undefined) throw new Error(`compose.yaml has no service ${name}`);
  return found;
}

function addressOf({ numbers }: Machine, name: string, replica = 0): string {
  const number = numbers.get(name) ?? numbers.size + 1;
  numbers.set(name, number);
  return `127.${100 + (process.pid % 100)}.${number}.${replica + 1}`;
}

/** Returns a function that turns a value of a container into that of its process here. */
function localise(machine: Machine, name: string, replica: number): (value: string) => string {
  const hosts = Object.entries(machine.services).flatMap(([other, { aliases }]) =>
    [other, ...aliases].map(
      (host) => [RegExp(`(?<=[/@])${host}(?=:\\d)`, 'g'), addressOf(machine, other)] as const,
    ),
  );
  const own = [/\b(0\.0\.0\.0|127\.0\.0\.1)\b/g, addressOf(machine, name, replica)] as const;
  return (value) =>
    serviceOf(machine, name).folders.includes(value)
      ? join(machine.home, name)
      : [own, ...hosts].reduce((text, [pattern, address]) => text.replace(pattern, address), value);
}

const mapValues = (values: Record<string, string>, map: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

function start(machine: Machine, name: string, replica: number): Promise<Process> {
  if (serviceOf(machine, name).entryPoint.length > 0) return startProgram(machine, name, replica);
  if (name === 'caddy') return startCaddy(machine);
  if (name === 'postgres') return startDatabase(machine);
  throw new Error(`${name} has no package here`);
}

/** Starts a program of the product and waits until its health check passes. */
async function startProgram(machine: Machine, name: string, replica: number): Promise<Process> {
  const { entryPoint, command, environment, healthCheck } = serviceOf(machine, name);
  const local = localise(machine, name, replica);
  const [, ...flags] = entryPoint;
  const [, ...check] = healthCheck.map(local);
  const env = mapValues(environment, local);
  const daemon = await startDaemon({
    command: process.execPath,
    args: [...flags, ...command.map((word) => (word.startsWith('dist/') ? join(machine.tree, word) : word))],
    log: join(machine.home, `${name}-${replica + 1}.log`),
    env,
    isReady: () =>
      Promise.resolve(check.length === 0 || finish([process.execPath, ...check], { env }).code === 0),
  });
  return { stop: () => stopDaemon(daemon) };
}

async function startCaddy(machine: Machine): Promise<Process> {
  const { home, tree } = machine;
  const [address, web] = [addressOf(machine, 'caddy'), serviceOf(machine, 'web')];
  const upstreams = Array.from({ length: web.replicas }, (_, at) => `${addressOf(machine, 'web', at)}:3000`);
  const config = join(home, 'Caddyfile');
  const shipped = readFileSync(join(tree, 'deployment/Caddyfile'), 'utf8');
  const here = shipped.replace(/dynamic a web 3000 \{[^}]*\}/, `to ${upstreams.join(' ')}`);
  writeFileSync(config, `{\n\tadmin off\n\tdefault_bind ${address}\n}\n${here}`);
  const daemon = await startDaemon({
    command: 'caddy',
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    log: join(home, 'caddy.log'),
    env: { ...serviceOf(machine, 'caddy').environment, HOME: home },
    isReady: async () => (await fetch(`http://${address}:3000/`).catch(() => null)) !== null,
  });
  return { stop: () => stopDaemon(daemon) };
}

/** Starts PostgreSQL as its image does: a new folder gets the role and the database of the environment. */
async function startDatabase(machine: Machine): Promise<Process> {
  const {
    POSTGRES_USER = '',
    POSTGRES_PASSWORD = '',
    POSTGRES_DB = '',
  } = serviceOf(machine, 'postgres').environment;
  const [hostname, port] = [addressOf(machine, 'postgres'), '5432'];
  const dir = join(machine.home, 'postgres');
  const isNew = !existsSync(dir);
  const options = [`listen_addresses=${hostname}`, `port=${port}`];
  const cluster = await startPostgres({ dir: clusterDir(dir), log: `${dir}.log`, options });
  stopAtExit(cluster.pid);
  if (!isNew) return cluster;
  const url = Object.assign(new URL(cluster.url('postgres')), { hostname, port });
  const admin = postgres(url.href, { max: 1 });
  await admin.unsafe(`create role ${POSTGRES_USER} superuser login password '${POSTGRES_PASSWORD}'`);
  await admin`create database ${admin(POSTGRES_DB)} owner ${admin(POSTGRES_USER)}`;
  await admin.end();
  return cluster;
}

async function stopDaemon(daemon: Daemon): Promise<void> {
  daemon.signal('SIGTERM');
  const until = performance.now() + STOP_LIMIT_MS;
  while (daemon.isRunning() && performance.now() < until) await sleep(50);
  await daemon.stop();
}
