import { refusedAction, type AlterContext, type ReleasedColumns } from './alter-rules';

/** A migration file: its name without `.sql`, and its text. */
export interface MigrationFile {
  tag: string;
  sql: string;
}

export interface Refusal {
  tag: string;
  statement: string;
  reason: string;
}

/** Tables that always have few rows, and that no request writes. A statement may rewrite or update them at once. */
const SMALL_TABLES: ReadonlySet<string> = new Set([
  'cancel_offer_counts',
  'clock_offset',
  'delivery_rates',
  'document_series',
  'flags',
  'leases',
  'product_prices',
  'products',
]);

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([\w.]+)`;
const CREATE_TABLE = new RegExp(`^create table ${NAME}`);
const CREATE_INDEX = new RegExp(`^create (?:unique )?index (concurrently )?${NAME} on (?:only )?([\\w.]+)`);
const DROP_INDEX = new RegExp(`^drop index concurrently if exists ([\\w.]+)$`);
const ALTER_TABLE = new RegExp(`^alter table ${NAME} (.*)$`);
const CHANGE_ROWS = /^(?:update|delete from|truncate(?: table)?) (?:only )?([\w.]+)/;
const DROP_TABLE = new RegExp(`^drop table ${NAME}`);

/** Statements that lock no table for longer than an instant, or no table at all. */
const HARMLESS =
  /^(insert into|create (or replace )?(function|view)|create trigger|drop (trigger|function|view)|comment on|grant|revoke|drop index|alter index \w+ rename|create sequence) /;

/**
 * Returns the statements that would lock a table with rows for long, or that break the last release while both releases
 * run. The files are in their order; earlier ones tell which checks are validated.
 */
export function refusedStatements(files: readonly MigrationFile[], released: ReleasedColumns): Refusal[] {
  const checks = { notNull: new Map<string, string>(), validated: new Set<string>() };
  return files.flatMap(({ tag, sql }) => {
    const statements = statementsOf(sql);
    const created = new Set(statements.flatMap((text) => CREATE_TABLE.exec(text)?.[1] ?? []));
    const isBusy = (table: string) => !created.has(table) && !SMALL_TABLES.has(table);
    const context = { checks, released, isBusy, isFirst: true };
    const refused = statements.map((statement) => {
      const reason = reasonAgainst(statement, context);
      if (!/ validate constraint /.test(statement)) context.isFirst = false;
      return reason === null ? [] : [{ tag, statement, reason }];
    });
    return [...refused.flat(), ...refusedMixture(tag, sql, statements)];
  });
}

function reasonAgainst(statement: string, context: AlterContext): string | null {
  const [, table = '', actions = ''] = ALTER_TABLE.exec(statement) ?? [];
  if (table !== '') {
    const reasons = splitAtCommas(actions).map((action) => refusedAction(table, action, context));
    return reasons.find((reason) => reason !== null) ?? null;
  }
  const [, concurrently, , indexed = ''] = CREATE_INDEX.exec(statement) ?? [];
  if (indexed !== '')
    return concurrently === undefined && context.isBusy(indexed)
      ? 'blocks writes while it builds: CREATE INDEX CONCURRENTLY in a file of its own'
      : null;
  const [, changed] = CHANGE_ROWS.exec(statement) ?? [];
  if (changed !== undefined)
    return context.isBusy(changed) ? 'locks every row that it changes: change rows in sets, in a job' : null;
  const [, dropped] = DROP_TABLE.exec(statement) ?? [];
  if (dropped !== undefined) return context.released.has(dropped) ? 'the last release uses this table' : null;
  if (CREATE_TABLE.test(statement) || HARMLESS.test(statement)) return null;
  return 'unknown to this check: add a rule to scripts/check/migrations/rules.ts';
}

/** Refuses a file that builds an index concurrently and could not be repeated after an interruption. */
function refusedMixture(tag: string, sql: string, statements: readonly string[]): Refusal[] {
  if (!statements.some((text) => text.includes(' concurrently '))) return [];
  const pieces = sql.split('--> statement-breakpoint').filter((piece) => statementsOf(piece).length > 0);
  const dropped = new Set<string>();
  return statements.flatMap((statement) => {
    const [, drops] = DROP_INDEX.exec(statement) ?? [];
    if (drops !== undefined) dropped.add(drops);
    const [, concurrently, builds = ''] = CREATE_INDEX.exec(statement) ?? [];
    const refuse = (reason: string) => [{ tag, statement, reason }];
    if (!statement.includes(' concurrently '))
      return refuse('stands in a file with CONCURRENTLY, which has no transaction: move it to another file');
    if (pieces.length < statements.length) return refuse('needs a statement-breakpoint before and after it');
    if (concurrently !== undefined && !dropped.has(builds))
      return refuse(
        `needs DROP INDEX CONCURRENTLY IF EXISTS "${builds}" before it, for an interrupted build`,
      );
    return [];
  });
}

/** The parts of SQL that may contain a semicolon, a comma or a keyword: comments, strings, quoted names. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g;

/**
 * Returns the statements of a migration in a plain form: lower case, one space between words, no comments, no quotes
 * around names, no schema `public`, and `''` in place of each string.
 */
function statementsOf(sql: string): string[] {
  const plain = sql.replace(OPAQUE, (part) => {
    if (part.startsWith('-') || part.startsWith('/')) return ' ';
    if (part.startsWith('"')) return part.slice(1, -1);
    return "''";
  });
  return plain
    .split(';')
    .map((statement) => statement.toLowerCase().replaceAll('public.', '').replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

/** Splits at the commas that are not inside parentheses. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] !== ',' || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}
