import next from 'eslint-config-next';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const clock = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time is an argument. Only server/platform/clock.ts asks what time it is.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Time is an argument. Only server/platform/clock.ts asks what time it is.',
  },
];
const noModuleMocks = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|hoisted)$/]",
  message: 'Fake the network, not our own code.',
};
const settings = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Settings are read in src/env*.ts and nowhere else.',
};
const TEXT = ':matches(Literal[raw!="null"], TemplateLiteral, CallExpression[callee.name="t"])';
const COMPONENT = 'FunctionDeclaration[id.name=/^[A-Z]/] > BlockStatement';
const textComponent = [
  `${COMPONENT} > ReturnStatement > ${TEXT}`,
  `${COMPONENT} > ReturnStatement > ConditionalExpression > ${TEXT}`,
  `${COMPONENT} > :matches(IfStatement, SwitchStatement) ReturnStatement > ${TEXT}`,
].map((selector) => ({
  selector,
  message: 'A component returns an element, also for a text: <>{text}</>. See src/jsx/own-text.ts.',
}));
const STATES = 'orders|payments|subscriptions|chargeAttempts';
const oneWriter = [
  {
    selector: `CallExpression[callee.property.name='set'][callee.object.callee.property.name='update'][callee.object.arguments.0.name=/^(${STATES})$/] Property[key.name=/^(status|version|paidAt|refunded)$/]`,
    message: 'A status is decided in domain/lifecycle and written by server/lifecycle alone.',
  },
  {
    selector: `CallExpression[callee.property.name='insert'][arguments.0.name='payments']`,
    message: 'A payment is written by server/lifecycle alone.',
  },
  {
    selector: `TemplateElement[value.raw=/update (${STATES})\\b[^;]*\\bset\\b[^;]*\\b(status|version) =/]`,
    message: 'A status is decided in domain/lifecycle and written by server/lifecycle alone.',
  },
];

const checkedRows = [
  {
    selector: "CallExpression[callee.property.name='execute'][typeArguments]",
    message: 'Nothing checks this row type. Use queryRows() of server/db/query-rows.ts.',
  },
  {
    selector: "TaggedTemplateExpression[tag.name='sql'][typeArguments]",
    message: 'Nothing checks this type. Use typedSql() of server/db/query-rows.ts.',
  },
];

// Rules that need types are in .oxlintrc.json: oxlint checks them in a tenth of the time.
export default tseslint.config(
  {
    ignores: [
      '.next/**',
      'dist/**',
      '.data/**',
      '.cache/**',
      'node_modules/**',
      'next-env.d.ts',
      'public/**',
      'drizzle/**',
      'test-results/**',
      'playwright-report/**',
      // These import packages that the product does not have (docs/decisions/0033).
      'scripts/client-package/**',
      'scripts/clients/**',
    ],
  },
  ...next,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true }],
      'no-restricted-syntax': [
        'error',
        ...clock,
        noModuleMocks,
        settings,
        ...oneWriter,
        ...checkedRows,
        ...textComponent,
      ],
    },
  },
  {
    files: ['src/server/lifecycle/**'],
    rules: { 'no-restricted-syntax': ['error', ...clock, noModuleMocks, settings, ...checkedRows] },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...clock, noModuleMocks, settings] },
  },
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true }] } },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'src/testing/**'],
    rules: { 'max-lines-per-function': 'off', 'max-lines': ['error', { max: 400, skipBlankLines: true }] },
  },
  {
    files: ['src/env*.ts', '*.config.ts', 'e2e/**', 'src/testing/**', 'scripts/**'],
    rules: { 'no-restricted-syntax': ['error', noModuleMocks] },
  },
  { files: ['src/locales/**'], rules: { 'max-lines': 'off' } },
  prettier,
);
