import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { GOOD_CARD } from '@/testing/browser';
import { createCardToken } from '@/testing/cards';
import { serveFront } from '@/testing/serve-front';
import { plantProgram } from '@/testing/programs';
import { plantWithParcel } from '@/testing/subscribers';
import { withWorld } from '@/testing/with-world';
import { version } from '../../../../package.json';

/*
 * The package that the product serves, unpacked into a project of its own: it compiles with its examples and those of
 * docs/clients.md, and they run against the product.
 */

const run = promisify(execFile);
const world = withWorld();
const { port } = serveFront(world, () => Promise.reject(new Error('no page')));
const site = () => `http://127.0.0.1:${port()}`;

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'ira-client-'));
const unpacked = join(folder, 'node_modules/ira-client');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the example of a page of the documentation in a language. */
const blockOf = (language: string, page = 'clients') =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readFileSync(`docs/${page}.md`, 'utf8'))?.[1] ?? '';

/** PHP, if this machine has it. The deep tests need it. */
const PHP: [string, string, (file: string) => string[]][] =
  inject('isDeep') || spawnSync('php', ['-v']).status === 0 ? [['PHP', 'php', (file) => ['php', file]]] : [];

type Answer = { data?: { data: { orders: { orderId: string; status: string; paymentDate: string }[] } } };
interface Client {
  GET: (path: string, options?: object) => Promise<Answer>;
  POST: (path: string, options: object) => Promise<Answer>;
  graphql: (document: string, variables?: object, options?: object) => Promise<{ data: unknown }>;
}
type Send = (request: Request) => Promise<Response>;
let createIraClient: (options: { baseUrl: string; fetch?: Send; retries?: number }) => Client;
let register: (client: Client, person: object) => Promise<string>;

beforeAll(async () => {
  const served = await fetch(`${site()}/api/client.tgz`);
  writeFileSync(join(folder, 'client.tgz'), Buffer.from(await served.arrayBuffer()));
  mkdirSync(unpacked, { recursive: true });
  await run('tar', ['xzf', join(folder, 'client.tgz'), '-C', unpacked, '--strip-components=1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'nodenext',
    strict: true,
    checkJs: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    outDir: 'built',
    rootDir: '.',
    types: ['node'],
  };
  const include = ['examples', 'page.ts', 'api.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'page.ts'), blockOf('ts'));
  writeFileSync(join(folder, 'api.ts'), blockOf('ts', 'api'));
  await run('cp', ['-r', join(unpacked, 'examples'), folder]);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
  ({ createIraClient } = (await load('node_modules/ira-client/index.js')) as never);
  ({ register } = (await load('built/examples/register.js')) as never);
});

let registered = 0;

/** Registers a subscriber by the example of the package. */
async function signUp(client = createIraClient({ baseUrl: site() })) {
  const person = { email: `client-${(registered += 1)}@example.test`, password: 'correct horse battery' };
  const orderId = await register(client, { ...person, cardToken: await createCardToken(GOOD_CARD) });
  return { ...person, orderId, client };
}

test('is an npm package with the version of the product, a licence and no cookie', async () => {
  const response = await fetch(`${site()}/api/client.tgz`);
  expect(response.headers.get('content-type')).toBe('application/gzip');
  expect(response.headers.get('set-cookie')).toBeNull();
  const known = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await fetch(`${site()}/api/client.tgz`, { headers: known })).status).toBe(304);
  const description = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as object;
  expect(description).toMatchObject({ name: 'ira-client', version, license: 'MIT' });
  const document = (await (await fetch(`${site()}/api/openapi.json`)).json()) as { info: object };
  expect(document.info).toMatchObject({ version });
  const schema = await (await fetch(`${site()}/api/graphql/schema.graphql`)).text();
  expect(readFileSync(join(unpacked, 'schema.graphql'), 'utf8')).toBe(schema);
});

describe('an example of docs/clients.md skips the next order', () => {
  test.each([
    ['curl', 'sh', (file: string) => ['bash', file]],
    ['TypeScript', 'ts', () => [process.execPath, join(folder, 'built/page.js')]],
    ['Python', 'python', (file: string) => ['python3', file]],
  ])('in %s', async (_name, language, commandOf) => {
    const { email, password, orderId, client } = await signUp();
    expect(orderId).toMatch(/^ord_/);
    const file = join(folder, `example.${language}`);
    writeFileSync(file, blockOf(language));
    const settings = [`IRA_SITE=${site()}`, `IRA_EMAIL=${email}`, `IRA_PASSWORD=${password}`];
    const { stdout } = await run('env', [...settings, ...commandOf(file)], { cwd: folder });
    const [next] = (await client.GET('/api/orders/upcoming')).data?.data.orders ?? [];
    expect(next).toMatchObject({ status: 'skipped', paymentDate: stdout.trim() });
  });
});

describe('an example of docs/api.md marks the parcels that wait as shipped', () => {
  test.each<[string, string, (file: string) => string[]]>([
    ['curl', 'sh', (file: string) => ['bash', file]],
    ['TypeScript', 'ts', () => [process.execPath, join(folder, 'built/api.js')]],
    ['Python', 'python', (file: string) => ['python3', file]],
    ...PHP,
  ])('in %s', async (_name, language, commandOf) => {
    await plantWithParcel(world);
    const { call, headers } = await plantProgram(world, ['parcels:read', 'parcels:write']);
    const waiting = async () => {
      const { data } = await call('GET /api/v1/parcels', { status: 'preparing', limit: 100 });
      return (data as { items: { orderId: string }[] }).items.map(({ orderId }) => orderId);
    };
    const before = await waiting();
    expect(before.length).toBeGreaterThan(0);
    const file = join(folder, `api.${language}`);
    writeFileSync(file, blockOf(language, 'api'));
    const settings = [`IRA_SITE=${site()}`, `IRA_TOKEN=${headers.authorization.slice('Bearer '.length)}`];
    const { stdout } = await run('env', [...settings, ...commandOf(file)], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual(before);
    expect(await waiting()).toEqual([]);
  });

  test.each(['ts', 'python', 'php'])('in %s with the paths and names of the example in sh', (language) => {
    const namesIn = (block: string) =>
      [
        ...new Set(
          block.match(
            /\/api\/v1\/[a-z/]+|Idempotency-Key|\b(status|limit|cursor|orderId|courier|hasMore)\b/g,
          ),
        ),
      ].toSorted();
    const wanted = namesIn(blockOf('sh', 'api'));
    expect(wanted).toHaveLength(9);
    expect(namesIn(blockOf(language, 'api'))).toEqual(wanted);
  });
});

describe('a call of the client', () => {
  /** A network that loses the first answer to a path, and notes the key of each request to it. */
  function losing(path: string) {
    const keys: (string | null)[] = [];
    const replayed: (string | null)[] = [];
    const send: Send = async (request) => {
      const response = await fetch(request);
      if (!request.url.endsWith(path)) return response;
      keys.push(request.headers.get('idempotency-key'));
      replayed.push(response.headers.get('idempotency-replayed'));
      if (keys.length === 1) throw new TypeError('The connection was lost.');
      return response;
    };
    return { send, keys, replayed };
  }

  test('without an answer is repeated with the same key, and takes effect once', async () => {
    const { send, keys, replayed } = losing('/api/orders/skip');
    const { client } = await signUp(createIraClient({ baseUrl: site(), fetch: send }));
    const [next] = (await client.GET('/api/orders/upcoming')).data?.data.orders ?? [];
    const skipped = await client.POST('/api/orders/skip', { body: { orderId: next?.orderId, skip: true } });
    expect(skipped).toMatchObject({ data: { data: { order: { status: 'skipped' } } } });
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(replayed).toEqual([null, 'true']);
  });

  test('to a path without keys is sent once, and so is one that may not be repeated', async () => {
    const login = losing('/api/login');
    const body = { email: 'nobody@example.test', password: 'wrong password' };
    const client = createIraClient({ baseUrl: site(), fetch: login.send });
    await expect(client.POST('/api/login', { body })).rejects.toThrow('lost');
    expect(login.keys).toEqual([null]);
    const me = losing('/api/me');
    const once = createIraClient({ baseUrl: site(), fetch: me.send, retries: 0 });
    await expect(once.GET('/api/me')).rejects.toThrow('lost');
    expect(me.keys.length).toBe(1);
  });

  test('that is cancelled is not repeated', async () => {
    const stop = new AbortController();
    let sent = 0;
    const send: Send = () => {
      sent += 1;
      stop.abort();
      return Promise.reject(new TypeError('The connection was lost.'));
    };
    const client = createIraClient({ baseUrl: site(), fetch: send });
    await expect(client.GET('/api/me', { signal: stop.signal })).rejects.toThrow();
    expect(sent).toBe(1);
    await expect(client.graphql('{ plans { code } }', {}, { signal: stop.signal })).rejects.toThrow();
    expect(sent).toBe(2);
  });

  test('of GraphQL returns data and refusals', async () => {
    const client = createIraClient({ baseUrl: site() });
    expect(await client.graphql('{ plans { code } viewer { points } }')).toMatchObject({
      data: { plans: [{ code: 'light' }, {}, {}], viewer: null },
      errors: [{ path: ['viewer'], extensions: { code: 'NOT_LOGGED_IN' } }],
    });
  });
});
