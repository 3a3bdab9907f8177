import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Patterns = string | string[];

/** A rule of imports. An import is refused if all that the rule says of `from` and `to` is true. */
export interface Layer {
  name: string;
  comment: string;
  from: { path?: Patterns; pathNot?: Patterns };
  to: {
    path?: Patterns;
    pathNot?: Patterns;
    /** Also what the imported file imports, at any distance. */
    reachable?: true;
    /** Imports of types are allowed. */
    exceptTypes?: true;
  };
}

const test = '\\.test\\.tsx?$';
const only = (name: string, comment: string, from: Layer['from'], to: string, allowed: string[]): Layer => ({
  name,
  comment,
  from,
  to: { path: to, pathNot: allowed },
});

/**
 * The rooms of src/server from the lowest layer to the highest, each with its folders in the same order; `.` means all
 * other files of the room. A folder may import the folders before it, so that no import circle between folders is
 * possible. A new folder gets its place here.
 */
export const ROOMS: Record<string, string[]> = {
  db: [],
  platform: [],
  gateways: [],
  lifecycle: [],
  login: ['webauthn', '.', 'staff'],
  shop: ['catalogue', 'orders', 'rewards', 'parcels', 'records'],
  money: [
    'cards',
    'bank-accounts',
    'settlement',
    'refunds',
    'charging',
    'payment-links',
    'checkout',
    'payment-method',
    'reconciliation',
    'payouts',
  ],
  subscriber: ['conversations', 'plan', 'message-links', 'account', 'line-chat', 'moving-in', 'bulk'],
  work: ['events', 'webhooks', 'documents', 'messages', 'invariants', 'jobs'],
  desk: ['numbers', 'acts', 'reads', 'metrics'],
  api: [],
};
const SERVER = Object.entries(ROOMS).flatMap(([room, folders]) =>
  folders.length === 0
    ? [{ folder: room, files: `^src/server/${room}/` }]
    : folders.map((folder) =>
        folder === '.'
          ? { folder: room, files: `^src/server/${room}/(?!(${folders.join('|')})/)` }
          : { folder: `${room}/${folder}`, files: `^src/server/${room}/${folder}/` },
      ),
);
const upwards = SERVER.slice(0, -1).map(({ folder, files }, at): Layer => ({
  name: `server-${folder}-imports-downwards`,
  comment: 'A folder of src/server imports only the folders of lower layers.',
  from: { path: files, pathNot: test },
  to: { path: SERVER.slice(at + 1).map((higher) => higher.files) },
}));

/** The files that Next sends to browsers with its runtime. */
const source = join(import.meta.dirname, '..', '..', 'src');
const clientFiles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && /^'use client'/.test(readFileSync(join(source, file), 'utf8')))
  .map((file) => `^src/${file.replace(/[.[\]()]/g, '\\$&')}$`);

export const LAYERS: Layer[] = [
  {
    name: 'site-has-no-client-components',
    comment: 'The web process removes the scripts of these pages: a client component would never start.',
    from: { path: '^src/app/\\(site\\)/' },
    to: {
      path: [...clientFiles, 'node_modules/next/(link|image|script|form|dynamic|offline)'],
      reachable: true,
    },
  },
  {
    name: 'site-script-has-no-framework',
    comment: 'The script of the public pages is small: it needs no React.',
    from: { path: '^src/site/' },
    to: { path: [...clientFiles, 'node_modules/(react|react-dom|next|@mantine)/'], reachable: true },
  },
  {
    name: 'pages-load-no-fields-of-mantine',
    comment: 'The fields of src/components/forms are drawn like those of Mantine, without 17 kB of script.',
    from: {
      path: '^src/',
      pathNot: [test, '^src/components/(mantine-context|theme)\\.tsx?$'],
    },
    to: { path: 'node_modules/@mantine/core(/(?!styles/)|$)' },
  },
  ...upwards,
  {
    name: 'server-folders-have-a-layer',
    comment: 'A folder of src/server that the list of layers does not name could be part of a circle.',
    from: {
      path: '^src/server/',
      pathNot: [...SERVER.map(({ files }) => files), '^src/server/[^/]+\\.test\\.ts$'],
    },
    to: {},
  },
  only(
    'domain-is-pure',
    'Rules need other rules only: no database, no network, no framework.',
    { path: '^src/domain', pathNot: test },
    '.',
    ['^src/domain'],
  ),
  only(
    'schemas-import-only-the-domain',
    'A wire shape is types of the domain and zod; server and browser use it.',
    { path: '^src/schemas', pathNot: test },
    '.',
    ['^src/(schemas|domain)', 'node_modules/zod'],
  ),
  only(
    'browser-sees-server-types-only',
    "The browser sees the API's types, never its code.",
    { path: '^src/(components|trpc/(react|query-client))', pathNot: test },
    '^src/(server|worker|emails|testing|sandbox|settings)',
    ['^src/server/api/root'],
  ),
  {
    name: 'browser-imports-no-api-code',
    comment: 'Even the API root is visible to the browser as a type only.',
    from: { path: '^src/(components|trpc/(react|query-client))', pathNot: test },
    to: { path: '^src/server', exceptTypes: true },
  },
  {
    name: 'pages-use-trpc-only',
    comment: 'Pages read and write through tRPC, so that guards cannot be forgotten.',
    from: { path: '^src/app/', pathNot: '^src/app/.*route\\.tsx?$' },
    to: { path: '^src/(server|worker|sandbox|settings)', pathNot: '^src/settings/site' },
  },
  only(
    'routes-are-thin',
    'A route handler parses, delegates, responds.',
    { path: '^src/app/.*route\\.tsx?$' },
    '^src/',
    ['^src/app/', '^src/server/(api|login/line-login)', '^src/settings', '^src/components', '^src/locales'],
  ),
  only(
    'procedures-are-thin',
    'A procedure names an input and a use case. It holds no query and calls no provider.',
    { path: '^src/server/api/routers', pathNot: test },
    '^src/',
    [
      '^src/(schemas|domain)',
      '^src/server/api/(trpc|call[.]ts|routers)',
      '^src/server/(login|shop|money|subscriber|platform)/',
      '^src/server/work/(documents|jobs)/',
      '^src/server/lifecycle/consents',
    ],
  ),
  only(
    'desk-procedures-are-thin',
    'A procedure of the desk names an input and a use case, as the others do.',
    { path: '^src/server/api/desk/routers', pathNot: test },
    '^src/',
    [
      '^src/(schemas|domain)',
      '^src/server/api/(trpc|desk)',
      '^src/server/(login|shop|money|subscriber|desk)/',
      '^src/server/work/messages/',
    ],
  ),
  {
    name: 'use-cases-ignore-transport',
    comment: 'The same use case serves tRPC, REST, the webhook and the worker.',
    from: { path: '^src/server', pathNot: ['^src/server/api', test] },
    to: { path: ['^src/server/api', 'node_modules/(next|@trpc)/'] },
  },
  only(
    'gateways-only-translate',
    "A gateway translates one provider's wire format. It may read the age of its token, and whether its service answers.",
    { path: '^src/server/gateways', pathNot: ['^src/server/gateways/circuit', test] },
    '^src/',
    [
      '^src/server/(gateways|platform/(log|clock|trace))',
      '^src/domain',
      '^src/settings',
      '^src/process-state',
    ],
  ),
  only(
    'circuits-share-a-row',
    'All processes share the state of a circuit breaker: it is a flag.',
    { path: '^src/server/gateways/circuit' },
    '^src/',
    [
      '^src/server/(gateways|platform/(log|clock|flags|trace)|db/index)',
      '^src/domain',
      '^src/settings',
      '^src/testing',
    ],
  ),
  only(
    'emails-only-format',
    'A template formats values. It reads nothing.',
    { path: '^src/emails', pathNot: test },
    '^src/',
    ['^src/(emails|locales|domain)'],
  ),
  only(
    'documents-only-format',
    'A document formats values as PDF. It reads nothing.',
    { path: '^src/documents', pathNot: test },
    '^src/',
    ['^src/(documents|locales|domain|product-files)'],
  ),
  only(
    'worker-only-starts-jobs',
    'The worker starts jobs. The work is a use case.',
    { path: '^src/worker', pathNot: test },
    '^src/',
    [
      '^src/worker',
      '^src/server/(work/(jobs|messages|webhooks)|subscriber/(bulk|line-chat|moving-in)|money/(reconciliation|payouts|refunds|cards/customers|bank-accounts)|shop/parcels|desk/(numbers|acts/(prices|broadcasts|offer-substitute))|login/(password-reset|staff/(api-tokens|log-in-by-mail))|platform|lifecycle/delivery-jobs|db/index)',
      '^src/settings',
    ],
  ),
  only(
    'sandbox-imports-no-product-code',
    'The sandbox plays the providers. It shares no code with the product.',
    { path: '^src/sandbox', pathNot: test },
    '^src/',
    ['^src/sandbox', '^src/settings/sandbox'],
  ),
  {
    name: 'product-imports-no-sandbox',
    comment: 'The product calls providers over HTTP only.',
    from: { path: '^src', pathNot: ['^src/(sandbox|testing)', test] },
    to: { path: '^src/sandbox' },
  },
  {
    name: 'entry-points-are-not-imported',
    comment: 'app, web and worker start the product. No other code needs them.',
    from: { path: '^src', pathNot: ['^src/(app|worker|web|testing)', test] },
    to: { path: '^src/(app|worker|web)/' },
  },
  {
    name: 'product-imports-no-test-code',
    comment: 'Production code never imports test code.',
    from: { path: '^src', pathNot: ['^src/testing', test] },
    to: { path: '^src/testing' },
  },
  {
    name: 'src-imports-no-scripts',
    comment:
      'A script starts or checks the code of src. No file of src depends on one, except the tests that start the built processes, and what starts them.',
    from: { path: '^src', pathNot: '^src/((web|worker)/main[.]test|testing/spawning)[.]ts$' },
    to: { path: '^scripts' },
  },
  {
    name: 'one-file-imports-lucia',
    comment: 'Lucia v3 is deprecated; replacing it must cost one file.',
    from: { path: '^src', pathNot: '^src/server/login/lucia' },
    to: { path: 'node_modules/(lucia|@lucia-auth)' },
  },
  {
    name: 'one-file-imports-arctic',
    comment: 'arctic is frozen; replacing it must cost one file.',
    from: { path: '^src', pathNot: '^src/server/login/line-login' },
    to: { path: 'node_modules/arctic' },
  },
  {
    name: 'one-file-imports-simplewebauthn',
    comment: 'The ceremonies are in one place, for every kind of account.',
    from: { path: '^src', pathNot: ['^src/server/login/webauthn/ceremonies', test] },
    to: { path: 'node_modules/@simplewebauthn/server' },
  },
];
