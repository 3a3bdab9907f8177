/** A request that no client of the product sends. */
export interface HostileRequest {
  what: string;
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

const KB = 1_000;
const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const listOf = (text: string, bytes: number) => `[${fill(`${text},`, bytes)}${text}]`;
const fieldsOf = (count: number, value: string) =>
  Array.from({ length: count }, (_, n) => `"k${n}":${value}`).join(',');

/** JSON objects below the limit of 64 KiB that are expensive to parse, validate or refuse. */
const BODIES: [what: string, body: string][] = [
  ['unknown fields', `{${fieldsOf(6_000, '1')}}`],
  ['the same field again and again', `{${fill('"email":1,', 60 * KB)}"email":1}`],
  ['nested lists', `{"items":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['nested objects', `{"items":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`],
  ['a list of empty objects', `{"items":${listOf('{}', 60 * KB)}}`],
  ['a list of numbers', `{"items":${listOf('1', 60 * KB)},"email":${listOf('1', 2 * KB)}}`],
  ['digits in groups', `{"email":"${fill('41 ', 62 * KB)}"}`],
  ['one long text', `{"email":"${fill('a@', 62 * KB)}","password":"${fill('a', KB)}"}`],
  ['a text of dots', `{"email":"a@${fill('a.', 60 * KB)}"}`],
  ['escaped characters', `{"email":"${fill('\\u0000', 62 * KB)}"}`],
  ['names of the prototype', `{${fill('"__proto__":{"a":1},', 60 * KB)}"constructor":{"prototype":{}}}`],
];

/** The same bodies as tRPC inputs, and further bodies that only superjson parses. */
const SUPERJSON: [what: string, body: string][] = [
  ...BODIES.map(([what, body]): [string, string] => [what, `{"json":${body}}`]),
  ['annotations of many fields', `{"json":{},"meta":{"values":{${fieldsOf(2_800, '["undefined"]')}}}}`],
  ['an annotation of a deep field', `{"json":{},"meta":{"values":{"${fill('a.', 60 * KB)}":["undefined"]}}}`],
  ['a huge typed array', '{"json":[],"meta":{"values":[["typed-array","Uint8Array"]],"v":1}}'],
];

const HEADERS: [what: string, headers: Record<string, string>][] = [
  ['many languages', { 'accept-language': fill('th;q=0.1,', 14 * KB) }],
  ['one long language', { 'accept-language': fill('a-', 14 * KB) }],
  ['many cookies', { cookie: fill('a=b; ', 14 * KB) }],
  ['a long cookie', { cookie: `session=${fill('a', 14 * KB)}` }],
  ['a long token', { authorization: `Bearer ${fill('a', 14 * KB)}` }],
  ['a long idempotency key', { 'idempotency-key': fill('a', 14 * KB) }],
];

const QUERIES: [what: string, query: string][] = [
  ['a long path', `/${fill('a/', 14 * KB)}`],
  ['many parameters', `?${fill('a=b&', 14 * KB)}`],
  ['escapes', `?input=${fill('%7B', 14 * KB)}`],
  ['incomplete escapes', `?input=${fill('%', 14 * KB)}`],
];

const JSON_TYPE = { 'content-type': 'application/json' };

/** Creates expensive POST requests for a path that accepts JSON objects. */
export const hostilePosts = (path: string): HostileRequest[] =>
  (path.startsWith('/api/trpc/') ? SUPERJSON : BODIES).map(([what, body]) => ({
    what,
    path,
    method: 'POST',
    headers: JSON_TYPE,
    body,
  }));

/** Creates GET requests with expensive headers and query strings for a path. */
export const hostileGets = (path: string): HostileRequest[] => [
  ...HEADERS.map(([what, headers]) => ({ what, path, method: 'GET' as const, headers })),
  ...QUERIES.map(([what, query]) => ({ what, path: path + query, method: 'GET' as const, headers: {} })),
];
