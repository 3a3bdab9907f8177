import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock } from './lock.mjs';
import { freePort } from './ports.mjs';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ira-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function run(name: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [script(name), ...args], {
      env: { ...process.env, ENV_FILE: '', DATA_DIR: dataDir, ...env },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => (err += String(text)));
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

test('a start on a taken port ends at once with one clear line and exit code 1, and touches nothing', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  const { code, out, err } = await run('start.mjs', [], { PORT: String(port) });
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: `Port ${port} (PORT) is taken by another program. Free it, or set PORT to another port.\n`,
  });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  await new Promise((done) => server.close(done));
});

test.each<[string, Record<string, string>, string[]]>([
  ['a database that is none', { DATABASE_URL: 'foo' }, ['DATABASE_URL: malformed']],
  [
    'several at once, ports and those of the sandbox too',
    { PORT: 'http', SANDBOX_PORT: '0', LOG_LEVEL: 'loud', OMISE_FAKE_3DS: 'maybe', SANDBOX_URL: 'here' },
    [
      'PORT: malformed',
      'SANDBOX_PORT: malformed',
      'SANDBOX_URL: malformed',
      'LOG_LEVEL: malformed',
      'OMISE_FAKE_3DS: malformed',
    ],
  ],
  ['a port in other words', { PORT: '3e3' }, ['PORT: malformed']],
])('settings are checked before anything is done with them: %s', async (_what, env, problems) => {
  const { code, out, err } = await run('start.mjs', [], env);
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: `${['Invalid environment variables', ...problems].join('\n  ')}\n`,
  });
  for (const left of ['postgres', 'sandbox', 'run.json', 'seeded.json'])
    expect(existsSync(join(dataDir, left))).toBe(false);
});

test('production is started with what it requires or not at all; the application’s secret is drawn', async () => {
  const { code, err } = await run('start.mjs', [], {
    SITE_URL: 'https://ira.example',
    NODE_ENV: 'production',
  });
  expect(code).toBe(1);
  expect(err).toMatch(/^Invalid environment variables\n(  [A-Z_]+: required\n)+$/);
  expect(err).toContain('  DATABASE_URL: required\n');
  expect(err).not.toContain('APP_SECRET');
});

test('a second start on the same data directory says who holds it and exits with 1', async () => {
  const lock = await acquireLock(join(dataDir, 'lock'));
  const { code, err } = await run('start.mjs', []);
  expect(code).toBe(1);
  expect(err).toContain(`already runs with the data directory ${dataDir} (process ${process.pid})`);
  lock.release();
});

test('a wrong option is refused with the right ones', async () => {
  const { code, err } = await run('start.mjs', ['--rest']);
  expect(code).toBe(1);
  expect(err).toContain('Use: npm start [-- --reset]');
});

test('production is never emptied', async () => {
  const env = { SITE_URL: 'https://ira.example', NODE_ENV: 'production' };
  const { code, err } = await run('start.mjs', ['--reset'], env);
  expect({ code, err }).toEqual({ code: 1, err: '--reset is refused in production.\n' });
});

test('time is not moved without a running product, nor by an invalid request', async () => {
  expect(await run('clock.mjs', ['--by', 'P1M'])).toMatchObject({
    code: 1,
    err: `Nothing runs with the data directory ${dataDir}: start it with npm start.\n`,
  });
  expect((await run('clock.mjs', ['--by', 'P1M', '--to', '2027-01-15'])).err).toBe(
    'Use either --to or --by.\n',
  );
});

test.each(['start.mjs', 'build.mjs', '../check/test.mjs'])(
  '%s loads no package before it has installed them',
  (entry) => {
    const files = [script(entry)];
    const packages: string[] = [];
    // Files may load a package or Next's configuration only with `import()`, after the installation.
    const imports = /^(?:import|export)\s[^;]*?from '([^']+)'|import\('(\.[^']+)'\)/gm;
    for (const file of files) {
      for (const [, fixed, later = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
        const name = fixed ?? later;
        const path = join(dirname(file), name);
        if (!name.startsWith('.')) packages.push(name);
        else if (later !== '../../next.config.mjs' && path.endsWith('.mjs') && !files.includes(path))
          files.push(path);
      }
    }
    expect(files.length).toBeGreaterThan(8);
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual([]);
  },
);
