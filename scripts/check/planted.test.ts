import { describe, expect, test } from 'vitest';
import { brokenHouseRules, HOUSE_RULES } from './house-rules';
import { circles, importsOf, lateStyles, refusedImports } from './imports';
import { LAYERS } from './layers';
import { tooLong } from './sizes';
import { parse } from './source';

/** One fault or more for each rule: the rule, the file, its text. */
const FAULTS: [string, string, string][] = [
  ['time-is-an-argument', 'src/domain/a.ts', 'export const now = new Date();'],
  ['time-is-an-argument', 'src/domain/a.test.ts', 'export const now = Date.now();'],
  ['time-is-an-argument', 'src/server/lifecycle/a.ts', 'export const now = Date.now();'],
  ['no-module-mocks', 'src/server/shop/orders/a.test.ts', "vi.mock('./skip');"],
  ['no-module-mocks', 'e2e/a.spec.ts', "vi.doMock('./skip');"],
  ['no-module-mocks', 'scripts/a.test.ts', 'vi.hoisted(() => 1);'],
  ['settings-are-read-once', 'src/server/shop/orders/a.ts', 'export const url = process.env.URL;'],
  ['settings-are-read-once', 'src/server/shop/orders/a.test.ts', "process.env['URL'] = 'x';"],
  ['one-writer-of-a-status', 'src/server/shop/orders/a.ts', "tx.update(orders).set({ status: 'paid' });"],
  ['one-writer-of-a-status', 'src/server/money/cards/a.ts', 'tx.update(subscriptions).set({ version: 2 });'],
  ['one-writer-of-a-status', 'src/server/money/cards/a.ts', 'tx.update(payments).set({ refunded: 2 });'],
  ['one-writer-of-a-status', 'src/worker/a.ts', "sql`update orders set note = 1, status = 'paid'`;"],
  ['one-writer-of-a-status', 'src/server/money/refunds/a.ts', "tx.update(refunds).set({ status: 'sent' });"],
  ['one-writer-of-a-status', 'src/server/money/refunds/a.ts', "tx.update(disputes).set({ status: 'won' });"],
  ['one-writer-of-a-status', 'src/server/shop/rewards/a.ts', "tx.update(referrals).set({ status: 'held' });"],
  ['one-writer-of-a-status', 'src/server/desk/acts/a.ts', 'tx.update(shipments).set(change);'],
  [
    'one-writer-of-a-status',
    'src/server/money/payment-links/a.ts',
    "tx.update(paymentLinks).set({ status: 'paid' });",
  ],
  [
    'one-writer-of-a-status',
    'src/server/work/messages/a.ts',
    "tx.update(messages).set({ status: 'queued' });",
  ],
  [
    'one-writer-of-a-status',
    'src/server/money/cards/a.ts',
    "sql`update charge_attempts t set status = 'sent'`;",
  ],
  ['one-writer-of-a-status', 'src/server/shop/parcels/a.ts', 'sql`update shipments t set ${columns}`;'],
  [
    'one-writer-of-a-first-status',
    'src/server/money/checkout/a.ts',
    'tx.insert(payments).values({ amount });',
  ],
  ['one-writer-of-a-first-status', 'src/server/money/refunds/a.ts', 'tx.insert(refunds).values({ amount });'],
  [
    'one-writer-of-a-first-status',
    'src/server/money/refunds/a.ts',
    'tx.insert(disputes).values({ amount });',
  ],
  ['one-writer-of-a-first-status', 'src/server/shop/rewards/a.ts', 'tx.insert(referrals).values({ id });'],
  [
    'one-writer-of-a-first-status',
    'src/server/shop/parcels/a.ts',
    'tx.insert(shipments).values({ orderId });',
  ],
  [
    'one-writer-of-a-first-status',
    'src/server/money/payment-links/a.ts',
    'tx.insert(paymentLinks).values({ id });',
  ],
  [
    'one-writer-of-a-first-status',
    'src/server/work/messages/a.ts',
    'sql`insert into messages (id) values (1)`;',
  ],
  ['rows-are-checked', 'src/server/shop/orders/a.ts', 'tx.execute<Row>(query);'],
  ['rows-are-checked', 'src/server/lifecycle/a.ts', 'export const total = sql<number>`sum(amount)`;'],
  ['component-returns-element', 'src/components/a.tsx', "function Name() { return 'Ann'; }"],
  ['component-returns-element', 'src/components/a.tsx', 'function Name({ a }) { return a ? t("a") : null; }'],
  ['component-returns-element', 'src/components/a.tsx', 'function Name() { if (a) return `${b}`; }'],
  [
    'component-returns-element',
    'src/components/a.tsx',
    "function Name() { switch (a) { case 1: return 'one'; } }",
  ],
  ['properties-are-written-out', 'src/server/a.ts', 'f({ a: 1, ...{ b, c } });'],
  ['properties-are-written-out', 'src/components/a.tsx', 'const a = <A {...{ b, c }} />;'],
  ['location-is-absolute', 'src/components/a.ts', "location.assign('account');"],
  ['location-is-absolute', 'src/components/a.ts', "window.location.replace('account');"],
  ['location-is-absolute', 'src/components/a.ts', "window.location.href = 'account';"],
  ['file-size', 'src/server/a.ts', 'f();\n'.repeat(351)],
  ['file-size', 'src/server/a.test.ts', 'f();\n'.repeat(401)],
  ['function-size', 'src/server/a.ts', `function a() {\n${'f();\n'.repeat(69)}}`],
  ['function-size', 'src/components/a.tsx', `const A = () => {\n${'f();\n'.repeat(119)}};`],
];

/** Texts that resemble a fault. */
const ALLOWED: [string, string][] = [
  ['src/domain/a.ts', 'export const day = new Date(0);'],
  ['src/server/platform/clock.ts', 'export const now = () => Date.now();'],
  ['src/testing/a.ts', 'export const now = Date.now();'],
  ['scripts/a.ts', 'export const url = process.env.URL;'],
  ['src/server/lifecycle/a.ts', "tx.update(orders).set({ status: 'paid' }); tx.insert(payments);"],
  [
    'src/server/shop/orders/a.ts',
    "tx.update(orders).set({ note: '' }); tx.update(cards).set({ status: 'x' });",
  ],
  ['src/server/shop/orders/a.test.ts', "tx.update(orders).set({ status: 'paid' });"],
  ['src/components/a.tsx', "function Name() { const f = () => { return 'x'; }; return null; }"],
  ['src/components/a.ts', "location.assign('/account'); location.href = 'https://x.th';"],
  ['src/server/a.ts', 'f({ ...(a ? { b } : {}), ...c });'],
  ['src/server/a.ts', 'f();\n\n'.repeat(350)],
  ['src/server/a.test.ts', `function a() {\n${'f();\n'.repeat(100)}}`],
  ['src/components/a.tsx', `function A() {\n${'f();\n'.repeat(118)}}`],
];

/** For each layer an import that it refuses, or a chain of them. */
const REFUSED: Record<string, string[]> = {
  'pages-load-no-fields-of-mantine': ['src/app/a.tsx', 'node_modules/@mantine/core/index.js'],
  'site-has-no-client-components': [
    'src/app/(site)/[locale]/page.tsx',
    'src/components/a.tsx',
    'node_modules/next/link',
  ],
  'site-script-has-no-framework': ['src/site/main.ts', 'src/site/a.ts', 'node_modules/react/jsx-runtime'],
  'server-folders-have-a-layer': ['src/server/new/a.ts', 'src/domain/day.ts'],
  'domain-is-pure': ['src/domain/a.ts', 'node:fs'],
  'schemas-import-only-the-domain': ['src/schemas/a.ts', 'src/locales/a.ts'],
  'browser-sees-server-types-only': ['src/components/a.tsx', 'src/server/shop/orders/a.ts'],
  'browser-imports-no-api-code': ['src/trpc/react.ts', 'src/server/api/root.ts'],
  'pages-use-trpc-only': ['src/app/[locale]/page.tsx', 'src/server/shop/orders/a.ts'],
  'routes-are-thin': ['src/app/api/route.ts', 'src/server/shop/orders/a.ts'],
  'procedures-are-thin': ['src/server/api/routers/a.ts', 'src/server/db/index.ts'],
  'desk-procedures-are-thin': ['src/server/api/desk/routers/a.ts', 'src/server/db/index.ts'],
  'use-cases-ignore-transport': ['src/server/shop/orders/a.ts', 'node_modules/@trpc/server'],
  'gateways-only-translate': ['src/server/gateways/a.ts', 'src/server/db/index.ts'],
  'circuits-share-a-row': ['src/server/gateways/circuit.ts', 'src/server/db/schema/index.ts'],
  'emails-only-format': ['src/emails/a.tsx', 'src/server/shop/orders/a.ts'],
  'documents-only-format': ['src/documents/a.ts', 'src/server/shop/orders/a.ts'],
  'worker-only-starts-jobs': ['src/worker/a.ts', 'src/server/shop/orders/a.ts'],
  'sandbox-imports-no-product-code': ['src/sandbox/a.ts', 'src/domain/day.ts'],
  'product-imports-no-sandbox': ['src/server/shop/orders/a.ts', 'src/sandbox/a.ts'],
  'entry-points-are-not-imported': ['src/server/shop/orders/a.ts', 'src/worker/a.ts'],
  'product-imports-no-test-code': ['src/server/shop/orders/a.ts', 'src/testing/a.ts'],
  'src-imports-no-scripts': ['src/server/shop/orders/a.ts', 'scripts/a.ts'],
  'one-file-imports-lucia': ['src/server/login/session.ts', 'node_modules/@lucia-auth/adapter-drizzle'],
  'one-file-imports-arctic': ['src/server/login/session.ts', 'node_modules/arctic'],
  'one-file-imports-simplewebauthn': ['src/server/login/session.ts', 'node_modules/@simplewebauthn/server'],
};

const requestOf = (file: string) => file.replace(/^node_modules\//, '').replace(/^src\//, '@/');

/** Returns the imports of files that import each other in the given order. */
function chain(files: string[]) {
  const sources = files
    .filter((file) => !/^node(_modules\/|:)/.test(file))
    .map((file, at) => {
      const next = files[at + 1];
      if (next === undefined) return parse(file, '');
      const request = next.startsWith('scripts/') ? `../../../../${next}` : requestOf(next);
      return parse(file, `import { a } from '${request}';`);
    });
  return importsOf(sources, files).graph;
}

const found = (file: string, text: string) => {
  const source = parse(file, text);
  return [...brokenHouseRules(source), ...tooLong(source)].map(({ message }) => message.split(':')[0]);
};

describe('A planted fault', () => {
  test.each(FAULTS)('%s is found in %s: %s', (rule, file, text) => {
    expect(found(file, text)).toEqual([rule]);
  });

  test('exists for each house rule', () => {
    const planted = new Set(FAULTS.map(([rule]) => rule));
    expect(HOUSE_RULES.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  test.each(ALLOWED)('is not found in %s: %s', (file, text) => {
    expect(found(file, text)).toEqual([]);
  });
});

describe('A planted import', () => {
  test.each(LAYERS)('is refused by $name', ({ name }) => {
    const upwards = /^server-(.+)-imports-downwards$/.exec(name)?.[1];
    const files = upwards ? [`src/server/${upwards}/a.ts`, 'src/server/api/root.ts'] : REFUSED[name];
    const problems = refusedImports(chain(files ?? []));
    expect(problems.map(({ message }) => message.split(':')[0])).toContain(name);
  });

  test('of a type from the API root is allowed in the browser', () => {
    const files = ['src/trpc/react.ts', 'src/server/api/root.ts'];
    const typed = parse('src/trpc/react.ts', "import type { AppRouter } from '@/server/api/root';");
    expect(refusedImports(importsOf([typed], files).graph)).toEqual([]);
  });

  test.each([
    "import { b } from './b';",
    "import type { B } from './b';",
    "export { b } from './b';",
    "export const b = () => import('./b');",
    "export type B = import('./b').B;",
    "const b = require('./b');",
    "import './b';",
  ])('closes a circle: %s', (text) => {
    const sources = [
      parse('src/a.ts', text),
      parse('src/b.ts', "import './c';"),
      parse('src/c.ts', "import './a';"),
    ];
    const { graph } = importsOf(
      sources,
      sources.map(({ file }) => file),
    );
    expect(circles(graph).map(({ file }) => file)).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts']);
  });

  test.each([
    { imported: '', late: ['src/app/a/split.tsx'] },
    { imported: "import './b.module.css';", late: [] },
  ])(
    'of a style by a late script is a problem unless the page imports it: "$imported"',
    ({ imported, late }) => {
      const split = "import { split } from '@/components/split';\nsplit(() => import('./b'));\n";
      const sources = [
        parse('src/app/a/page.tsx', "import './split';"),
        parse('src/app/a/split.tsx', split + imported),
        parse('src/app/a/b.tsx', "import './b.module.css';"),
      ];
      const styles = ['src/app/a/b.module.css', 'src/components/split.tsx'];
      const { graph } = importsOf(sources, [...sources.map(({ file }) => file), ...styles]);
      expect(lateStyles(graph).map(({ file }) => file)).toEqual(late);
    },
  );

  test('of a file that does not exist is a problem', () => {
    const { problems } = importsOf([parse('src/a.ts', "import './b';")], ['src/a.ts']);
    expect(problems.map(({ message }) => message)).toEqual(['unresolved: "./b" is no file of git.']);
  });
});
