// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePages } from './pages.mjs';
import { bundleOf, ensureBundles } from './bundle.mjs';
import {
  emptyDataDir,
  isHalfSeeded,
  migrateDatabase,
  readSeeded,
  seedDatabase,
  startEmbedded,
} from './database.mjs';
import { ensureInstalled } from './install.mjs';
import { choosePort, invalidSettings, isPortOrNone } from './ports.mjs';
import { childNote, writeRun } from './run-file.mjs';
import { keepSecrets } from './secrets.mjs';
import { startService, waitForAnswer } from './services.mjs';
import {
  addedEnv,
  DEMO_PASSWORD,
  isOpen,
  isProduction,
  sandboxProcessEnv,
  wantsSandbox,
} from './settings.mjs';
import { summary } from './summary.mjs';
import { Refusal, say } from './terminal.mjs';

/** @typedef {import('./settings.mjs').Env} Env */
/** @typedef {import('./services.mjs').Service} Service */
/** @typedef {{ web: Service | null, sandbox: Service | null, postgres: import('./postgres.mjs').Cluster | null }} Running */
/**
 * @typedef {{ root: string, caller: Env, dev: boolean, reset: boolean, unseeded: boolean, dataDir: string, logDir: string, signal: AbortSignal, running: Running }} Start
 *   `running`: the processes started so far. The launcher updates it, so that a stop at any time ends all of them
 */

/**
 * Chooses a free port for the web process and a free port for the sandbox.
 * @param {Env} env @param {{ tell: boolean }} options `tell`: prints a note for each port that is not the default
 */
async function choosePorts(env, { tell }) {
  const web = await choosePort({ name: 'PORT', wanted: env.PORT, from: 3000 });
  const wanted = env.SANDBOX_PORT;
  const sandbox = await choosePort({ name: 'SANDBOX_PORT', wanted, from: web.port + 1, avoid: [web.port] });
  for (const { note } of tell ? [web, sandbox] : []) if (note !== null) say(note);
  return { web: web.port, sandbox: sandbox.port };
}

/**
 * Chooses the mail port of the sandbox near its other port. The system may give a port of its own choice to a connection
 * before the sandbox listens.
 * @param {number} sandbox @returns {Promise<number>}
 */
async function chooseMailPort(sandbox) {
  const from = sandbox > 60_000 ? sandbox - 1000 : sandbox + 1000;
  return (await choosePort({ name: 'SANDBOX_SMTP_PORT', wanted: undefined, from })).port;
}

/**
 * Returns the names of the port settings that are not valid port numbers. `checkSettings` reports them.
 * @param {Env} caller
 */
const malformedPorts = (caller) => ['PORT', 'SANDBOX_PORT'].filter((name) => !isPortOrNone(caller[name]));

/**
 * Validates the settings of the product and of the sandbox.
 * @param {{ root: string, product: Env, sandbox: Env | null, malformed: string[] }} wanted
 *   `sandbox`: null if no sandbox is started; `malformed`: names of settings that are already known to be malformed
 * @returns {Promise<readonly string[]>} the names of the product's settings; throws Refusal with the list of problems
 */
async function checkSettings({ root, product, sandbox, malformed }) {
  const file = pathToFileURL(join(root, 'dist/check-settings.js')).href;
  /** @type {typeof import('./check-settings')} */
  const bundle = await import(file);
  const { problems, names } = bundle.checkSettings(product, sandbox);
  const all = new Set([...malformed.map((name) => `${name}: malformed`), ...problems]);
  if (all.size > 0) throw invalidSettings([...all]);
  return names;
}

/**
 * Installs missing packages, builds missing bundles, and validates the settings. Chooses the ports
 * before the installation, which may take a minute, to report a taken port early. Chooses them again at the
 * end.
 * @param {Start} start
 */
async function prepare({ root, caller, dev, dataDir, signal }) {
  const malformed = malformedPorts(caller);
  const wellFormed = Object.fromEntries(Object.entries(caller).filter(([name]) => !malformed.includes(name)));
  const first = await choosePorts(wellFormed, { tell: false });
  await ensureInstalled(root, { withDev: dev, signal });
  await ensureBundles(root);
  const smtp = Number(caller.SANDBOX_SMTP_PORT ?? (await chooseMailPort(first.sandbox)));
  const secrets = keepSecrets(join(dataDir, 'secrets.json'));
  const known = { caller, dev, secrets, dataDir };
  const env = { ...caller, ...addedEnv({ ...known, ports: { ...first, smtp }, databaseUrl: undefined }) };
  const sandbox = wantsSandbox(caller, dev) ? sandboxProcessEnv(env) : null;
  const names = await checkSettings({ root, product: env, sandbox, malformed });
  return { names, known, ports: { ...(await choosePorts(caller, { tell: true })), smtp } };
}

/**
 * Migrates the database and starts the sandbox. Creates the demo accounts if the database is new.
 * @param {Start} start @param {NodeJS.ProcessEnv} env @param {() => Service | null} beginSandbox
 * @returns {Promise<import('./database.mjs').Seeded | null>} the demo accounts; null if there are none
 */
async function prepareDatabase({ root, caller, dev, reset, unseeded, dataDir, signal }, env, beginSandbox) {
  const externalUrl = caller.DATABASE_URL;
  const place = { root, dataDir, env, signal };
  const isOurs = !isProduction(caller, dev);
  const again = isOurs && isHalfSeeded(dataDir, externalUrl);
  const empty = reset && externalUrl !== undefined;
  const { fresh, emptied } = await migrateDatabase(place, { empty, again, isOurs, externalUrl });
  if (again && !emptied)
    say(
      'an earlier start was killed while it seeded this database, which holds more by now and is left as it is',
    );
  if (again && emptied) emptyDataDir(dataDir);
  const sandbox = beginSandbox();
  if (!isOurs) return null;
  if (sandbox !== null) {
    // Any response proves that the sandbox is listening. Seeding calls its providers.
    const url = `${env.SANDBOX_URL}/_control/clock`;
    await waitForAnswer({ service: sandbox, url, accepts: () => true, signal });
  }
  const seeded =
    fresh && !unseeded ? await seedDatabase(place, externalUrl) : readSeeded(dataDir, externalUrl);
  if (isOpen(caller) && seeded?.password === DEMO_PASSWORD)
    throw new Refusal(
      `The demo accounts have the password that everybody knows, and others could reach them. Start once with --reset, and without DEMO_PASSWORD or with one of your own.`,
    );
  return seeded;
}

/**
 * Starts PostgreSQL, the sandbox and the web process in this order. Prints the summary when `/api/ready`
 * returns ok.
 * @param {Start} start
 */
export async function bringUp(start) {
  const { root, caller, dev, reset, dataDir, logDir, signal, running } = start;
  const production = isProduction(caller, dev);
  if (reset && production) throw new Refusal('--reset is refused in production.');
  const { names, known, ports } = await prepare(start);
  // The database is created meanwhile. In production a failed build must leave the database as it is.
  const building = dev ? Promise.resolve() : ensurePages(root, signal);
  building.catch(() => {});
  if (production) await building;
  if (reset) emptyDataDir(dataDir);
  const embedded = caller.DATABASE_URL === undefined && !production;
  if (embedded) running.postgres = await startEmbedded({ dataDir, logDir, reset });
  const databaseUrl = caller.DATABASE_URL ?? running.postgres?.url('ira');
  const added = addedEnv({ ...known, ports, databaseUrl });
  const env = /** @type {NodeJS.ProcessEnv} */ ({ ...caller, ...added });
  const web = `http://localhost:${ports.web}`;
  const sandbox = wantsSandbox(caller, dev) ? `http://localhost:${ports.sandbox}` : null;
  const shownLogs = dev || production ? null : logDir;
  // The settings that a command in another shell needs to connect to this run. Leaves out other variables of
  // the caller.
  const settings = Object.fromEntries(names.map((name) => [name, env[name]]));

  /** Starts the web process or the sandbox and records the process. @param {'web' | 'sandbox'} name */
  const begin = (name) => {
    const own = /** @type {NodeJS.ProcessEnv} */ (name === 'sandbox' ? sandboxProcessEnv(env) : env);
    // In development the web process runs from the sources. Next compiles each page at its first request.
    const fromSource = dev && name === 'web';
    const program = fromSource ? ['--import', 'tsx', join(root, 'src/web/main.ts')] : bundleOf(root, name);
    const service = startService({ name, root, program, env: own, logDir: shownLogs });
    running[name] = service;
    const [launcher = null] = childNote('launcher', process.pid, '');
    const services = [running.web, running.sandbox].filter((some) => some !== null);
    const children = services.flatMap((some) => childNote(some.name, some.pid, some.marker));
    writeRun(dataDir, { launcher, web, sandbox, env: { ...settings, ...added }, children });
    return service;
  };
  const seeded = await prepareDatabase(start, env, () => (sandbox === null ? null : begin('sandbox')));
  await building;
  /** Whether the response says that the product is ready. @param {Response} response */
  const accepts = async (response) => response.status === 200 && (await response.json()).status === 'ok';
  await waitForAnswer({ service: begin('web'), url: `${web}/api/ready`, accepts, signal });
  say(summary({ web, sandbox, env, seeded, logDir: shownLogs, isOpen: isOpen(caller) }));
}
