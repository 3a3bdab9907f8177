import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildDocument } from '@/server/api/openapi/document';

// npm run task -- client [-- folder]: builds the npm package of the API client and packs it.
const root = join(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? join(root, '.cache', 'client'));

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const writeJson = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });

mkdirSync(folder, { recursive: true });
cpSync(join(root, 'scripts/data/client-package'), folder, { recursive: true });
const { version } = readJson(join(root, 'package.json'));
writeJson('package.json', { ...readJson(join(folder, 'package.json')), version });
// The document's addresses are examples. A client gets its base URL at run time.
const site = 'http://localhost:3000';
writeJson(
  'openapi.json',
  buildDocument({ websiteUrl: site, functionsApiUrl: site, cloudApiUrl: site, sessionCookie: 'session' }),
);
npm('install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
npm('run', '--silent', 'build');
npm('pack', '--silent');
