// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../start/ports.mjs';
import { Refusal, say } from '../../start/terminal.mjs';
import { clusterDir, startPostgres } from '../../start/postgres.mjs';
import { openImage } from './container.mjs';

/** @typedef {Awaited<ReturnType<typeof openImage>>} Image */

const READY_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 10_000;
const LISTING = "console.log(JSON.stringify(require('fs').readdirSync('dist')))";
const TOOLS = ['npm', 'npx', 'gcc', 'g++', 'make', 'python3', 'curl'];
const FOUND_TOOLS = `const { existsSync } = require('fs');
console.log(${JSON.stringify(TOOLS)}.filter((name) => process.env.PATH.split(':').some((at) => existsSync(at + '/' + name))).join())`;
const WRITABLE = `try { require('fs').writeFileSync('/ira/probe', ''); console.log('yes'); } catch { console.log('no'); }`;

/** Prints a check that passed. @param {string} name @param {boolean} holds throws Refusal if it failed */
function expectThat(name, holds) {
  if (!holds) throw new Refusal(`The image is wrong: ${name}.`);
  say(`  ok: ${name}`);
}

/** Waits until the address answers with 200. @param {string} url @param {() => string} output */
async function waitForAnswer(url, output) {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (performance.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(500);
  }
  throw new Refusal(`${output()}\n\n${url} did not answer within ${READY_LIMIT_MS / 1000} s.`);
}

/** Checks what is in the images. @param {Image} server @param {Image} sandbox */
async function checkContents(server, sandbox) {
  const files = await server.evaluate(LISTING);
  for (const name of ['web.js', 'worker.js', 'migrate.js', 'ops.js', 'sbom.cdx.json'])
    expectThat(`the server has ${name}`, files.includes(`"${name}"`));
  expectThat('the server has no sandbox and no demo accounts', !/"(sandbox|seed)\.js"/.test(files));
  expectThat(
    'the target sandbox has both',
    /"sandbox\.js".*"seed\.js"/.test(await sandbox.evaluate(LISTING)),
  );
  expectThat('the server has no npm and no build tools', (await server.evaluate(FOUND_TOOLS)) === '');
  const uid = await server.evaluate('console.log(process.getuid())');
  expectThat(`the server runs as user ${uid}`, uid === '10001');
  expectThat('the file system is read-only', (await server.evaluate(WRITABLE)) === 'no');
  const version = await server.evaluate('console.log(process.version)');
  expectThat(`the server runs Node ${version}`, version.startsWith('v24.'));
}

/** Starts web process and worker, and checks health, a page and the stop by SIGTERM. @param {Image} server @param {string} databaseUrl */
async function checkProcesses(server, databaseUrl) {
  const [port, health] = [await freePort(), await freePort()];
  const settings = [`DATABASE_URL=${databaseUrl}`, 'HOST=127.0.0.1', `PORT=${port}`, 'WORKER=off'];
  const ofWorker = [...settings, `METRICS_PORT=${health}`];
  const migration = server.startProgram('migrate', settings);
  const isMigrated = (await migration.exited) === 0;
  if (!isMigrated) say(migration.output());
  expectThat('the migration ends without an error', isMigrated);
  const web = server.startProgram('web', settings);
  const worker = server.startProgram('worker', ofWorker);
  try {
    await waitForAnswer(`http://127.0.0.1:${port}/api/ready`, web.output);
    await waitForAnswer(`http://127.0.0.1:${health}/api/health`, worker.output);
    const page = await fetch(`http://127.0.0.1:${port}/th`).then((response) => response.text());
    expectThat('the home page is served', page.includes('</html>'));
    expectThat('the health check of the web process passes', await server.isHealthy(settings));
    expectThat('the health check of the worker passes', await server.isHealthy(ofWorker));
    for (const [name, running] of Object.entries({ web, worker })) {
      const started = performance.now();
      running.child.kill('SIGTERM');
      const code = await running.exited;
      const ms = Math.round(performance.now() - started);
      expectThat(`${name} stops after SIGTERM in ${ms} ms`, ms < STOP_LIMIT_MS && code === 0);
    }
    expectThat('the health check fails without a process', !(await server.isHealthy(settings)));
  } finally {
    for (const { child } of [web, worker]) child.kill('SIGKILL');
  }
}

/** Checks both images with a PostgreSQL of this machine. @returns {Promise<void>} throws Refusal for a wrong image */
export async function checkImages() {
  const folder = mkdtempSync(join(tmpdir(), 'ira-image-'));
  const [server, sandbox] = [await openImage('ira'), await openImage('ira-sandbox')];
  const postgres = await startPostgres({ dir: clusterDir(join(folder, 'pg')), log: join(folder, 'pg.log') });
  try {
    await checkContents(server, sandbox);
    await checkProcesses(server, postgres.url('postgres'));
  } finally {
    await postgres.stop();
    for (const image of [server, sandbox]) await image.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
