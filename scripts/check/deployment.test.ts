import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readCompose, readServices } from '../campaigns/drill/compose-file';

/* Checks the deployment files against the product. */
const read = (file: string) => readFileSync(file, 'utf8');

const services = readCompose('.');
const ofProduct = Object.entries(services).filter(([, { image }]) => /^ira(-sandbox)?$/.test(image));

test('compose.yaml gives the product only settings that it knows', () => {
  const documented = read('.env.example') + read('src/settings/sandbox.ts');
  const known = new Set([...documented.matchAll(/\b[A-Z][A-Z0-9_]{3,}\b/g)].map(([name]) => name));
  const given = ofProduct.flatMap(([, { environment }]) => Object.keys(environment));
  expect(new Set(given).size).toBeGreaterThan(8);
  expect(given.filter((name) => !known.has(name))).toEqual([]);
});

test('compose.yaml runs every program of the product without write access and privileges', () => {
  const programs = ofProduct.map(([, { command }]) => command?.[0] ?? 'dist/web.js');
  expect(programs.toSorted()).toEqual(
    ['migrate', 'sandbox', 'seed', 'web', 'worker'].map((name) => `dist/${name}.js`),
  );
  for (const [name, { read_only, cap_drop }] of ofProduct)
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['all'] });
});

test('compose.yaml builds each image from the target that has its programs', () => {
  const builds = ofProduct.map(([, { image, build }]) => `${image} from ${build?.target}`);
  expect(new Set(builds)).toEqual(new Set(['ira from server', 'ira-sandbox from sandbox']));
});

test('compose.yaml starts no worker before the demo accounts are seeded: it would bill their past months', () => {
  expect(services.worker?.depends_on).toMatchObject({
    seed: { condition: 'service_completed_successfully' },
  });
});

test('compose.yaml starts two web processes and two workers', () => {
  expect(services.web?.deploy.replicas).toBe(2);
  expect(services.worker?.deploy.replicas).toBe(2);
});

test('the drill of the services gives a process what its container gets', () => {
  const { worker, sandbox, caddy } = readServices('.');
  expect(worker).toMatchObject({
    entryPoint: ['node', '--enable-source-maps', '--heap-growing-percent=25'],
    command: ['dist/worker.js'],
    replicas: 2,
    environment: { NODE_ENV: 'production', METRICS_PORT: '3100', SMTP_URL: 'smtp://sandbox.localhost:3002' },
  });
  expect(worker?.healthCheck.slice(0, 2)).toEqual(['node', '-e']);
  expect(sandbox).toMatchObject({ aliases: ['sandbox.localhost'], folders: ['/data'] });
  expect(sandbox?.healthCheck.at(-1)).toContain('http://127.0.0.1:3001/');
  expect(caddy).toMatchObject({ entryPoint: [], environment: { SITE_ADDRESS: 'http://:3000' } });
});

test('every image of others is pinned to a whole version, or to the day of a distribution', () => {
  const composed = Object.values(services).flatMap(({ image }) => (image.startsWith('ira') ? [] : image));
  const built = [...read('Dockerfile').matchAll(/^FROM (docker\.io\S+)/gm)].map(([, image = '']) => image);
  const images = [...composed, ...built];
  expect(images.length).toBeGreaterThan(5);
  expect(images.filter((image) => !/:(v?\d+\.\d+(\.\d+)?|\w+-\d{8})(-[\w-]+)?$/.test(image))).toEqual([]);
  // PostgreSQL has two numbers, all others three.
  expect(images.filter((image) => /:v?\d+\.\d+(-|$)/.test(image))).toEqual([services.postgres?.image]);
});

test('every action of continuous integration is pinned to a commit and names its version', () => {
  const workflows = readdirSync('.github/workflows').map((name) => read(`.github/workflows/${name}`));
  const used = workflows.flatMap((text) =>
    [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action),
  );
  expect(used.length).toBeGreaterThan(4);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test('a backup is encrypted, and no file of the repository has its passphrase', () => {
  const text = read('deployment/pgbackrest.conf');
  expect(text).toMatch(/^repo1-cipher-type = aes-256-cbc$/m);
  expect(text).not.toMatch(/^repo\d-cipher-pass/m);
});

test('compose.yaml mounts files that exist', () => {
  const mounted = Object.values(services).flatMap(({ volumes }) =>
    volumes.flatMap((volume) => (volume.startsWith('./') ? (volume.split(':')[0] ?? '') : [])),
  );
  expect(mounted.length).toBeGreaterThan(4);
  expect(mounted.filter((path) => !existsSync(path))).toEqual([]);
});

test('the Dockerfile builds on the bases that npm run task -- image can make', () => {
  const used = [...read('Dockerfile').matchAll(/^FROM (docker\.io\S+)/gm)].map(([, image]) => image);
  const made = [...read('scripts/campaigns/image/bases.mjs').matchAll(/'(docker\.io[^']+)'/g)].map(
    ([, image]) => image,
  );
  expect(new Set(used)).toEqual(new Set(made));
});

test('the image runs on the newest Node version that package.json allows', () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(read('package.json')));
  const [, major] = /FROM docker\.io\/library\/node:(\d+)\./.exec(read('Dockerfile')) ?? [];
  expect(engines.node).toContain(`>=${major}`);
});
