// @ts-check
// npm run test:clients: software that others wrote, from npm and Debian, against the running product and sandbox. The
// packages are installed into a temporary folder. Writes the counts to docs/results/clients.json.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../start/ports.mjs';
import { Refusal, root, runProgram, say } from '../start/terminal.mjs';

const RESULTS = join(root, 'docs/results/clients.json');
const START_LIMIT_MS = 15 * 60_000;

/** The clients by file: npm packages, or the Debian package with the programs that must be installed. */
const CLIENTS = {
  strict: { name: 'API client (openapi-fetch, tsc --strict)', packages: ['typescript'] },
  spectral: { name: 'OpenAPI linter', packages: ['@stoplight/spectral-cli'] },
  omise: { name: 'Omise SDK', packages: ['omise'] },
  line: { name: 'LINE SDK', packages: ['@line/bot-sdk'] },
  openid: { name: 'OpenID client', packages: ['openid-client'] },
  graphql: { name: 'GraphQL clients', packages: ['@urql/core', 'graphql-request'] },
  qr: { name: 'QR scanner and EMVCo decoder', packages: ['jsqr', 'promptparse', '@resvg/resvg-js'] },
  mail: { name: 'Mail reader', packages: ['mailparser'] },
  pdfjs: { name: 'PDF reader of Firefox', packages: ['pdfjs-dist'] },
  poppler: { name: 'PDF tools', debian: 'poppler-utils', programs: ['pdftotext', 'pdfinfo'] },
  haproxy: { name: 'Load balancer', debian: 'haproxy', programs: ['haproxy'] },
  promtool: { name: 'Prometheus', debian: 'prometheus', programs: ['promtool'] },
};

/** @typedef {{ name: string, versions: string[], passed: number, failed: string[], notRun: string | null }} Result */

/** Starts the product and resolves with its addresses. @param {string} folder @param {Record<string, string>} settings */
async function startProduct(folder, settings) {
  const [web, sandbox] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['scripts/start/start.mjs', '--reset'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      ENV_FILE: '',
      PORT: String(web),
      SANDBOX_PORT: String(sandbox),
      DATA_DIR: join(folder, 'data'),
      THROTTLE_SCALE: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const found = /^ready (\S+) sandbox (\S+)$/m.exec(text);
      if (found) resolve({ site: found[1], sandbox: found[2] });
    });
    child.once('exit', (code) => reject(new Refusal(`The product ended with ${code}.`)));
    setTimeout(() => reject(new Refusal('The product did not start in time.')), START_LIMIT_MS).unref();
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve(null);
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { ready, stop };
}

/** @param {string} folder @param {string[]} names @returns {string[]} the installed versions */
const versionsOf = (folder, names) =>
  names.map((name) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name} ${version}`;
  });

/** @param {string} program @returns {string | null} its name and version; null if it is not installed */
function versionOf(program) {
  for (const flag of ['--version', '-v']) {
    const { stdout, stderr, error } = spawnSync(program, [flag], { encoding: 'utf8' });
    if (error) return null;
    const [, version] = /version (\d[\w.]*)/.exec(`${stdout}${stderr}`) ?? [];
    if (version) return `${program} ${version}`;
  }
  return program;
}

/**
 * Runs one client in its own process.
 * @param {string} folder @param {keyof typeof CLIENTS} file @param {NodeJS.ProcessEnv} env @returns {Promise<Result>}
 */
async function runClient(folder, file, env) {
  const client = CLIENTS[file];
  const versions =
    'packages' in client ? versionsOf(folder, client.packages) : client.programs.map(versionOf);
  const given = versions.flatMap((version) => version ?? []);
  const base = { name: client.name, versions: given, passed: 0, failed: [] };
  if ('debian' in client && given.length < versions.length)
    return { ...base, notRun: `Debian's ${client.debian} is not installed` };
  const report = join(folder, `${file}.json`);
  const child = spawn(process.execPath, [join(folder, `${file}.mjs`)], {
    cwd: folder,
    env: { ...env, CLIENTS_REPORT: report },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: [] };
  if (code !== 0) counts.failed.push(`the client ended with ${code}`);
  return { ...base, ...counts, notRun: null };
}

/** Installs the clients, with that of the product. @param {string} folder @param {string} site */
function install(folder, site) {
  cpSync(join(root, 'scripts/campaigns/clients'), folder, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', ...flags, `${site}/api/client.tgz`];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
}

/** @param {Result[]} results */
function show(results) {
  for (const { name, versions, passed, failed, notRun } of results) {
    const count = notRun === null ? `${passed} of ${passed + failed.length}` : 'NOT RUN';
    say(`${count.padEnd(12)} ${name} (${notRun ?? versions.join(', ')})`);
    for (const title of failed) say(`             FAILED ${title}`);
  }
}

await runProgram(async () => {
  const wanted = process.argv.slice(2);
  const files = /** @type {(keyof typeof CLIENTS)[]} */ (Object.keys(CLIENTS)).filter(
    (file) => wanted.length === 0 || wanted.includes(file),
  );
  if (files.length === 0) throw new Refusal(`Clients: ${Object.keys(CLIENTS).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'ira-clients-'));
  const operatorToken = 'operator-token-of-the-clients';
  const product = await startProduct(folder, { OPERATOR_TOKEN: operatorToken });
  try {
    const { site, sandbox } = await product.ready;
    install(folder, site);
    const env = {
      ...process.env,
      CLIENTS_SITE: site,
      CLIENTS_SANDBOX: sandbox,
      CLIENTS_OPERATOR_TOKEN: operatorToken,
      CLIENTS_RULES: join(root, 'deployment/alerts.yml'),
    };
    const results = [];
    for (const file of files) results.push(await runClient(folder, file, env));
    show(results);
    if (results.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
    const date = new Date().toISOString().slice(0, 10);
    if (wanted.length > 0) return;
    const rows = results.map((result) => ({ ...result, versions: result.versions.join(', ') }));
    const [cpu] = cpus();
    const machine = `${cpus().length} cores, ${cpu?.model ?? 'unknown'}, Node ${process.versions.node}`;
    const command = 'npm run task -- clients';
    const campaign = { name: 'clients', date, command, commit, machine, results: rows };
    writeFileSync(RESULTS, JSON.stringify([campaign], null, 2));
    execFileSync('npx', ['oxfmt', RESULTS], { cwd: root });
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
