/** The columns of each table that the last release uses. */
export type ReleasedColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** What the rules for one action of ALTER TABLE depend on. */
export interface AlterContext {
  /** `notNull`: table and column of each check `IS NOT NULL`; `validated`: table and name of validated constraints. */
  checks: { notNull: Map<string, string>; validated: Set<string> };
  released: ReleasedColumns;
  /** Whether the table exists before this file and may have many rows. */
  isBusy: (table: string) => boolean;
  /** Whether no other statement than VALIDATE CONSTRAINT stands before this one in the file. */
  isFirst: boolean;
}

/** Defaults that PostgreSQL computes once for all rows. */
const CONSTANT =
  /^(-?\d[\d.]*|''|true|false|null|now\(\)|current_(date|timestamp)|array\[\])(::[\w ]+(\(\d+\))?(\[\])?)?$/;
const ADD_COLUMN = /^add (?:column )?(?:if not exists )?(\w+) (.+)$/;
const HARMLESS =
  /^(alter (column )?\w+ (set default|drop default|drop not null|set statistics|set storage)|drop constraint|rename constraint|(enable|disable) trigger)\b/;

/** Returns why an action of ALTER TABLE is refused. Null if it is accepted. Remembers checks for later statements. */
export function refusedAction(table: string, action: string, context: AlterContext): string | null {
  if (/^add constraint /.test(action)) return refusedConstraint(table, action, context);
  if (/^validate constraint /.test(action)) return refusedValidation(table, action, context);
  const [, name] = /^(?:drop column|rename column|drop|rename) (?:if exists )?(\w+)/.exec(action) ?? [];
  const isMoved = name !== undefined && !/^(drop|rename) constraint/.test(action);
  if (isMoved) return refusedRemoval(table, name, action, context);
  if (HARMLESS.test(action) || !context.isBusy(table)) return null;
  const [, column] = /^alter (?:column )?(\w+) set not null$/.exec(action) ?? [];
  if (column !== undefined) return refusedNotNull(table, column, context);
  if (/^alter (column )?\w+ (set data )?type /.test(action))
    return 'rewrites the table: add a column, fill it in sets, drop the old one in a later release';
  const [, , definition] = ADD_COLUMN.exec(action) ?? [];
  if (definition !== undefined) return refusedColumn(definition);
  return 'unknown to this check: add a rule to scripts/check/migrations/alter-rules.ts';
}

function refusedRemoval(
  table: string,
  name: string,
  action: string,
  { released }: AlterContext,
): string | null {
  const isOfTable = name === 'to';
  const isUsed = isOfTable ? released.has(table) : released.get(table)?.has(name) === true;
  if (!isUsed) return null;
  return action.startsWith('rename')
    ? 'the last release uses the old name'
    : 'the last release uses this column: stop using it in one release, drop it in the next';
}

function refusedColumn(definition: string): string | null {
  if (/\b(unique|primary key|references|check)\b/.test(definition))
    return 'builds an index or reads every row: add the constraint in a statement of its own';
  if (/\b(small|big)?serial\b|\bgenerated\b/.test(definition))
    return 'rewrites the table: add the column without a value, fill it in sets';
  const [, value] =
    /\bdefault (.+?)(?: not null)?$/.exec(definition.replace(/ not null default /, ' default ')) ?? [];
  if (value !== undefined && !CONSTANT.test(value))
    return 'rewrites the table, because the default differs from row to row: add it without a default';
  if (value === undefined && /\bnot null\b/.test(definition))
    return 'fails on a table with rows: add a constant default, or a check NOT VALID';
  return null;
}

function refusedConstraint(table: string, action: string, context: AlterContext): string | null {
  const [, name = '', kind = ''] = /^add constraint (\w+) (.+)$/.exec(action) ?? [];
  const [, column] = /^check \(\s*(?:\w+\.)?(\w+) is not null\s*\)/.exec(kind) ?? [];
  if (column !== undefined) context.checks.notNull.set(`${table}.${column}`, `${table}.${name}`);
  const isNotValid = / not valid$/.test(kind);
  if (!isNotValid) context.checks.validated.add(`${table}.${name}`);
  if (!context.isBusy(table)) return null;
  if (/^(unique|primary key) using index /.test(kind)) return null;
  if (/^(unique|primary key|exclude)\b/.test(kind))
    return 'builds an index: build it with CREATE UNIQUE INDEX CONCURRENTLY, then ADD CONSTRAINT … USING INDEX';
  if (/^(check|foreign key)\b/.test(kind) && isNotValid) return null;
  return 'reads every row under a lock: add it NOT VALID, then VALIDATE CONSTRAINT in another file';
}

function refusedValidation(table: string, action: string, context: AlterContext): string | null {
  const [, name = ''] = /^validate constraint (\w+)/.exec(action) ?? [];
  context.checks.validated.add(`${table}.${name}`);
  return context.isFirst || !context.isBusy(table)
    ? null
    : 'reads every row while the statements before it hold their locks: move it to a file of its own';
}

function refusedNotNull(table: string, column: string, { checks }: AlterContext): string | null {
  const check = checks.notNull.get(`${table}.${column}`);
  return check !== undefined && checks.validated.has(check)
    ? null
    : 'reads every row under a lock: add CHECK (… IS NOT NULL) NOT VALID, validate it in another file, then SET NOT NULL';
}
