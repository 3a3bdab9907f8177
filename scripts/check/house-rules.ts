import { at, isNode, lineAt, type Node, type Problem, type Source } from './source';

interface HouseRule {
  name: string;
  message: string;
  /** The files that the rule is about. */
  files: (file: string) => boolean;
  /** A text without it cannot break the rule: its tree is not built. */
  hint: RegExp;
  /** Returns the nodes that break the rule. @param nodes all of a file */
  find: (nodes: Node[]) => Node[];
}

const isTyped = (file: string) => /\.tsx?$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isTool = (file: string) => /^(src\/(settings|testing)\/|[^/]+\.config\.ts|e2e\/|scripts\/)/.test(file);
const isProduct = (file: string) => isTyped(file) && !isTest(file) && !isTool(file);
const except = (files: (file: string) => boolean, allowed: string[]) => (file: string) =>
  files(file) && !allowed.includes(file);

const calls = (node: Node, object: string, method: RegExp) =>
  node.type === 'CallExpression' &&
  at(node, 'callee.object.name') === object &&
  method.test(String(at(node, 'callee.property.name')));

/** Returns the nodes inside another one. */
const inside = (nodes: Node[], { start, end }: Node) =>
  nodes.filter((node) => node.start >= start && node.end <= end);

const STATES =
  /^(orders|payments|subscriptions|chargeAttempts|refunds|disputes|referrals|shipments|paymentLinks|messages)$/;
const STATE_FIELD = /^(status|version|paidAt|refunded)$/;
/** The tables whose rows are also created by server/lifecycle alone, because they can begin in several statuses. */
const BEGUN = /^(payments|refunds|disputes|referrals|shipments|paymentLinks|messages)$/;
const STATE_TABLES =
  '(orders|payments|subscriptions|charge_attempts|refunds|disputes|referrals|shipments|payment_links|messages)';
// A list of columns that the text does not show may contain the status.
const WRITTEN_SQL = new RegExp(`update ${STATE_TABLES}\\b[^;]*\\bset\\b([^;]*\\b(status|version) =|\\s*$)`);
const INSERTED_SQL = /insert into (payments|refunds|disputes|referrals|shipments|payment_links|messages)\b/;
const isUpdate = (node: Node) =>
  node.type === 'CallExpression' &&
  at(node, 'callee.property.name') === 'set' &&
  at(node, 'callee.object.callee.property.name') === 'update' &&
  STATES.test(String(at(node, 'callee.object.arguments.0.name')));
/** Whether an update sets fields that its place in the source does not show. */
const isHidden = (node: Node) => isUpdate(node) && at(node, 'arguments.0.type') !== 'ObjectExpression';

/** Whether a component would return the value as a text, not as an element. */
const isText = (value: unknown): boolean => {
  if (!isNode(value)) return false;
  if (value.type === 'ConditionalExpression') return isText(value.consequent) || isText(value.alternate);
  if (value.type === 'Literal') return value.raw !== 'null';
  return (
    value.type === 'TemplateLiteral' || (value.type === 'CallExpression' && at(value, 'callee.name') === 't')
  );
};

/** Returns the return statements of a component; those of functions inside it are not its own. */
function returnsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(returnsOf);
  if (!isNode(value)) return [];
  if (value.type === 'ReturnStatement') return [value];
  if (!/^(BlockStatement|IfStatement|SwitchStatement|SwitchCase)$/.test(value.type)) return [];
  return ['body', 'consequent', 'alternate', 'cases'].flatMap((key) => returnsOf(value[key]));
}

/** Whether an address is neither absolute nor a path from the root: it would depend on the present page. */
const isRelative = (value: unknown) =>
  isNode(value) &&
  value.type === 'Literal' &&
  typeof value.value === 'string' &&
  !/^(\/|#|\?|[a-z][a-z0-9+.-]*:)/i.test(value.value);
const isLocation = (value: unknown) =>
  at(value, 'name') === 'location' ||
  (at(value, 'property.name') === 'location' &&
    ['window', 'document', 'globalThis'].includes(String(at(value, 'object.name'))));

export const HOUSE_RULES: HouseRule[] = [
  {
    name: 'time-is-an-argument',
    message: 'Time is an argument. Only server/platform/clock.ts asks what time it is.',
    files: except(
      (file) => isTyped(file) && !isTool(file),
      [
        'src/server/platform/clock.ts',
        'src/sandbox/clock.ts',
        // The device's own storage has no server time.
        'src/components/device-clock.ts',
      ],
    ),
    hint: /\bDate\b/,
    find: (nodes) =>
      nodes.filter(
        (node) =>
          calls(node, 'Date', /^now$/) ||
          (node.type === 'NewExpression' &&
            at(node, 'callee.name') === 'Date' &&
            at(node, 'arguments.length') === 0),
      ),
  },
  {
    name: 'no-module-mocks',
    message: 'Fake the network, not our own code.',
    files: isTyped,
    hint: /\bvi\b/,
    find: (nodes) => nodes.filter((node) => calls(node, 'vi', /^(mock|doMock|hoisted)$/)),
  },
  {
    name: 'settings-are-read-once',
    message: 'Settings are read in src/settings and nowhere else.',
    // Next reads its own setting from the environment.
    files: except((file) => isTyped(file) && !isTool(file), ['src/web/main.ts']),
    hint: /\bprocess\b/,
    find: (nodes) =>
      nodes.filter(
        (node) =>
          node.type === 'MemberExpression' &&
          at(node, 'object.name') === 'process' &&
          at(node, 'property.name') === 'env',
      ),
  },
  {
    name: 'one-writer-of-a-status',
    message: 'A status is decided in domain/lifecycle and written by server/lifecycle alone.',
    files: (file) => isProduct(file) && !file.startsWith('src/server/lifecycle/'),
    hint: /\bupdate\b/,
    find: (nodes) => [
      ...nodes
        .filter(isUpdate)
        .flatMap((update) => inside(nodes, update))
        .filter((node) => node.type === 'Property' && STATE_FIELD.test(String(at(node, 'key.name')))),
      ...nodes.filter(
        (node) =>
          isHidden(node) ||
          (node.type === 'TemplateElement' && WRITTEN_SQL.test(String(at(node, 'value.raw')))),
      ),
    ],
  },
  {
    name: 'one-writer-of-a-first-status',
    message: 'The first status of a row is written by server/lifecycle alone.',
    files: (file) => isProduct(file) && !file.startsWith('src/server/lifecycle/'),
    hint: /\binsert\b/,
    find: (nodes) =>
      nodes.filter(
        (node) =>
          (node.type === 'CallExpression' &&
            at(node, 'callee.property.name') === 'insert' &&
            BEGUN.test(String(at(node, 'arguments.0.name')))) ||
          (node.type === 'TemplateElement' && INSERTED_SQL.test(String(at(node, 'value.raw')))),
      ),
  },
  {
    name: 'rows-are-checked',
    message: 'Nothing checks this type. Use queryRows() or typedSql() of server/db/query-rows.ts.',
    files: isProduct,
    hint: /\b(execute|sql)\s*</,
    find: (nodes) =>
      nodes.filter(
        (node) =>
          isNode(node.typeArguments) &&
          ((node.type === 'CallExpression' && at(node, 'callee.property.name') === 'execute') ||
            (node.type === 'TaggedTemplateExpression' && at(node, 'tag.name') === 'sql')),
      ),
  },
  {
    name: 'component-returns-element',
    message: 'A component returns an element, also for a text: <>{text}</>. See src/jsx/own-text.ts.',
    files: isProduct,
    hint: /function [A-Z]/,
    find: (nodes) =>
      nodes
        .filter((node) => node.type === 'FunctionDeclaration' && /^[A-Z]/.test(String(at(node, 'id.name'))))
        .flatMap((component) => returnsOf(component.body))
        .filter((statement) => isText(statement.argument)),
  },
  {
    name: 'properties-are-written-out',
    message: 'A spread of a literal only packs lines. Write its properties.',
    files: () => true,
    hint: /\.\.\.\s*\{/,
    find: (nodes) =>
      nodes.filter(
        ({ type, argument }) =>
          (type === 'SpreadElement' || type === 'JSXSpreadAttribute') &&
          at(argument, 'type') === 'ObjectExpression',
      ),
  },
  {
    name: 'location-is-absolute',
    message: 'A relative address depends on the present page. Begin it with a slash.',
    files: () => true,
    hint: /\blocation\b/,
    find: (nodes) =>
      nodes.filter(
        (node) =>
          (node.type === 'CallExpression' &&
            /^(assign|replace)$/.test(String(at(node, 'callee.property.name'))) &&
            isLocation(at(node, 'callee.object')) &&
            isRelative(at(node, 'arguments.0'))) ||
          (node.type === 'AssignmentExpression' &&
            (isLocation(node.left) ||
              (at(node, 'left.property.name') === 'href' && isLocation(at(node, 'left.object')))) &&
            isRelative(node.right)),
      ),
  },
];

/** Returns the places of a source that break a house rule. */
export const brokenHouseRules = (source: Source): Problem[] =>
  HOUSE_RULES.filter(({ files, hint }) => files(source.file) && hint.test(source.text)).flatMap(
    ({ name, message, find }) =>
      find(source.nodes).map(({ start }) => ({
        file: source.file,
        line: lineAt(source.text, start),
        message: `${name}: ${message}`,
      })),
  );
