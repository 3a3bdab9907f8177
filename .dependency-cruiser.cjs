/** The rooms of the house and the doors between them. Each rule's comment is its reason. */
const test = '\\.test\\.tsx?$';
const only = (name, comment, from, to, allowed) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { path: to, pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'A cycle is one module pretending to be two.', from: {}, to: { circular: true } },
    only('domain-is-pure', 'Rules need nothing but other rules: no database, no network, no framework.', { path: '^src/domain', pathNot: test }, '.', ['^src/domain']),
    only('schemas-know-only-the-domain', 'A wire shape is vocabulary plus zod, usable on both sides.', { path: '^src/schemas', pathNot: test }, '.', ['^src/(schemas|domain)', 'node_modules/zod']),
    only('browser-meets-server-only-as-types', "The client sees the API's types, never its code.", { path: '^src/(components|trpc/(react|query-client))', pathNot: test }, '^src/(server|worker|emails|testing|sandbox|env)', ['^src/server/api/root']),
    { name: 'browser-imports-no-api-code', severity: 'error', comment: 'Even the API root is visible to the browser as a type only.', from: { path: '^src/(components|trpc/(react|query-client))', pathNot: test }, to: { path: '^src/server', dependencyTypesNot: ['type-only'] } },
    { name: 'pages-know-one-door', severity: 'error', comment: 'Pages read and write through tRPC, so that guards cannot be forgotten.', from: { path: '^src/app/', pathNot: '^src/app/.*route\\.tsx?$' }, to: { path: '^src/(server|worker|sandbox|env)' } },
    only('routes-are-thin', 'A route handler parses, delegates, responds.', { path: '^src/app/.*route\\.tsx?$' }, '^src/', ['^src/app/', '^src/server/(api|auth/line-login)', '^src/env', '^src/components', '^src/locales']),
    only('procedures-are-thin', 'A procedure names an input and a use case; it holds no query and calls no vendor.', { path: '^src/server/api/routers', pathNot: test }, '^src/', ['^src/(schemas|domain)', '^src/server/api/(trpc|routers)', '^src/server/(account|auth|subscription|orders|payments|rewards|billing|catalogue)/']),
    { name: 'use-cases-ignore-transport', severity: 'error', comment: 'The same use case serves tRPC, REST, the webhook and the worker.', from: { path: '^src/server', pathNot: ['^src/server/api', test] }, to: { path: ['^src/server/api', 'node_modules/(next|@trpc)/'] } },
    only('gateways-know-no-business', "A gateway translates one vendor's words into ours, and stops.", { path: '^src/server/gateways', pathNot: test }, '^src/', ['^src/server/(gateways|log)', '^src/domain', '^src/env']),
    only('emails-know-only-words', 'A template turns values into words; it fetches nothing.', { path: '^src/emails', pathNot: test }, '^src/', ['^src/(emails|locales|domain)']),
    only('worker-only-sweeps', 'The worker is a clock; the work lives with its use case.', { path: '^src/worker', pathNot: test }, '^src/', ['^src/worker', '^src/server/(billing|payments|messages|clock|context|log|jobs|db/client)', '^src/env']),
    only('sandbox-stands-outside', 'The outside world shares no code with the product it plays against.', { path: '^src/sandbox', pathNot: test }, '^src/', ['^src/sandbox', '^src/env-sandbox']),
    { name: 'nobody-imports-the-sandbox', severity: 'error', comment: 'The product meets the outside over HTTP only.', from: { path: '^src', pathNot: ['^src/(sandbox|testing)', test] }, to: { path: '^src/sandbox' } },
    { name: 'nobody-imports-entry-points', severity: 'error', comment: 'app, web and worker are doors, not rooms.', from: { path: '^src', pathNot: ['^src/(app|worker|web|testing)', test] }, to: { path: '^src/(app|worker|web)/' } },
    { name: 'tests-stay-in-tests', severity: 'error', comment: 'Production code never meets the test world.', from: { path: '^src', pathNot: ['^src/testing', test] }, to: { path: '^src/testing' } },
    { name: 'one-file-speaks-lucia', severity: 'error', comment: 'Lucia v3 is deprecated; replacing it must cost one file.', from: { path: '^src', pathNot: '^src/server/auth/lucia' }, to: { path: 'node_modules/(lucia|@lucia-auth)' } },
    { name: 'one-file-speaks-arctic', severity: 'error', comment: 'arctic is frozen; replacing it must cost one file.', from: { path: '^src', pathNot: '^src/server/auth/line-login' }, to: { path: 'node_modules/arctic' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
