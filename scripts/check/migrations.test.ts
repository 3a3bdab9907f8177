import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import journal from '../../drizzle/meta/_journal.json';
import { refusedStatements, type MigrationFile } from './migrations/rules';

/** The last migration of the last release, raised by each release. Before the first one: the baseline, as it may be in use. */
const LAST_RELEASED = 0;

const padded = String(LAST_RELEASED).padStart(4, '0');
const snapshot = JSON.parse(readFileSync(`drizzle/meta/${padded}_snapshot.json`, 'utf8')) as {
  tables: Record<string, { name: string; columns: Record<string, unknown> }>;
};
const released = new Map(
  Object.values(snapshot.tables).map(({ name, columns }) => [name, new Set(Object.keys(columns))]),
);
const read = (tag: string): MigrationFile => ({ tag, sql: readFileSync(`drizzle/${tag}.sql`, 'utf8') });

/** Returns the reasons against the files, each a list of statements. */
const reasonsAgainst = (...files: string[][]) =>
  refusedStatements(
    files.map((statements, at) => ({ tag: `${at}`, sql: statements.join(';--> statement-breakpoint\n') })),
    released,
  ).map(({ reason }) => reason);

test('no migration since the last release locks a table with rows or breaks the last release', () => {
  const tags = journal.entries.filter(({ idx }) => idx > LAST_RELEASED).map(({ tag }) => tag);
  expect(refusedStatements(tags.map(read), released)).toEqual([]);
});

describe('a migration is refused that', () => {
  test.each<[string, RegExp, ...string[][]]>([
    ['builds an index under a lock', /CONCURRENTLY/, ['CREATE INDEX "x" ON "orders" USING btree ("status")']],
    ['builds a unique index under a lock', /CONCURRENTLY/, ['create unique index x on orders (id)']],
    [
      'builds an index concurrently beside other statements',
      /another file/,
      [
        'drop index concurrently if exists x',
        'create index concurrently x on orders (id)',
        "comment on table orders is 'a;b'",
      ],
    ],
    [
      'cannot repeat an interrupted build',
      /DROP INDEX CONCURRENTLY/,
      ['create index concurrently if not exists x on orders (id)'],
    ],
    [
      'builds two indexes in one statement of the driver',
      /statement-breakpoint/,
      ['drop index concurrently if exists x; create index concurrently x on orders (id)'],
    ],
    ['changes a type', /rewrites/, ['ALTER TABLE "orders" ALTER COLUMN "id" SET DATA TYPE uuid']],
    [
      'adds a column with a default of each row',
      /rewrites/,
      ['ALTER TABLE "orders" ADD COLUMN "x" uuid DEFAULT gen_random_uuid() NOT NULL'],
    ],
    [
      'adds a generated column',
      /rewrites/,
      ['alter table orders add column x int generated always as (1) stored'],
    ],
    ['adds a serial column', /rewrites/, ['alter table orders add x bigserial']],
    [
      'adds a required column without a default',
      /constant default/,
      ['ALTER TABLE "orders" ADD COLUMN "x" text NOT NULL'],
    ],
    [
      'adds a column with a reference',
      /statement of its own/,
      ['alter table orders add column x text references accounts(id)'],
    ],
    [
      'requires a column that no check covers',
      /IS NOT NULL/,
      ['ALTER TABLE "orders" ALTER COLUMN "paid_at" SET NOT NULL'],
    ],
    [
      'requires a column whose check is not validated',
      /IS NOT NULL/,
      ['alter table orders add constraint c check (paid_at is not null) not valid'],
      ['alter table orders alter column paid_at set not null'],
    ],
    [
      'adds a foreign key that reads every row',
      /NOT VALID/,
      [
        'ALTER TABLE "orders" ADD CONSTRAINT "f" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id")',
      ],
    ],
    [
      'adds a check that reads every row',
      /NOT VALID/,
      ['alter table orders add constraint c check (version > 0)'],
    ],
    ['adds a unique constraint', /USING INDEX/, ['alter table accounts add constraint u unique (email)']],
    [
      'validates a constraint in the transaction that adds it',
      /file of its own/,
      [
        'alter table orders add constraint c check (version > 0) not valid',
        'alter table orders validate constraint c',
      ],
    ],
    ['drops a column of the last release', /in one release/, ['ALTER TABLE "orders" DROP COLUMN "status"']],
    [
      'renames a column of the last release',
      /old name/,
      ['alter table orders rename column status to state'],
    ],
    ['renames a table of the last release', /old name/, ['alter table orders rename to purchases']],
    ['drops a table of the last release', /last release/, ['drop table orders']],
    ['updates rows of a large table', /in sets/, ["update orders set note = ''"]],
    ['deletes rows of a large table', /in sets/, ['delete from messages']],
    ['hides its statements in a block', /unknown/, ['do $$ begin update orders set version = 1; end $$']],
    ['moves a table', /unknown/, ['alter table orders set tablespace fast']],
    ['locks a table', /unknown/, ['lock table orders']],
  ])('%s', (_title, reason, ...files) => {
    const reasons = reasonsAgainst(...files);
    expect(reasons.length).toBeGreaterThan(0);
    for (const given of reasons) expect(given).toMatch(reason);
  });
});

describe('a migration is accepted that', () => {
  test.each<[string, ...string[][]]>([
    [
      'creates a table with indexes and keys',
      [
        'CREATE TABLE "staff" ("id" text PRIMARY KEY)',
        'ALTER TABLE "staff" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id")',
        'CREATE UNIQUE INDEX "s" ON "staff" USING btree ("id")',
        'alter table staff alter column id set not null',
      ],
    ],
    [
      'builds an index concurrently',
      ['DROP INDEX CONCURRENTLY IF EXISTS "x"', 'CREATE INDEX CONCURRENTLY "x" ON "orders" ("status")'],
    ],
    [
      'adds a column with a constant default',
      [
        'ALTER TABLE "orders" ADD COLUMN "x" text DEFAULT \'a,b\' NOT NULL',
        'alter table orders add column y int, add column z boolean not null default false',
        "alter table orders add column j jsonb default '{}'::jsonb not null",
        'alter table orders add column at timestamp (3) with time zone default now()',
      ],
    ],
    ['adds an empty column', ['ALTER TABLE "orders" ADD COLUMN "x" numeric(10, 2)']],
    [
      'validates a foreign key after it was added',
      ['alter table orders add constraint f foreign key (account_id) references accounts(id) not valid'],
      ['alter table orders validate constraint f'],
    ],
    [
      'requires a column after its check was validated',
      ['alter table orders add constraint c check ("orders"."paid_at" is not null) not valid'],
      [
        'alter table orders validate constraint c',
        'alter table orders alter column paid_at set not null',
        'alter table orders drop constraint c',
      ],
    ],
    [
      'makes a constraint of an index',
      ['drop index concurrently if exists u', 'create unique index concurrently u on accounts (email)'],
      ['alter table accounts add constraint u unique using index u'],
    ],
    ['drops a column that the last release does not use', ['alter table orders drop column forgotten']],
    [
      'drops a default and a constraint',
      [
        'alter table orders alter column version drop default, drop constraint c, alter column version drop not null',
      ],
    ],
    [
      'changes small tables and adds rows',
      [
        "insert into document_series (kind) values ('x')",
        "update flags set value = 'a;b'",
        'create or replace function f() returns trigger language plpgsql as $$ begin return new; end $$',
      ],
    ],
  ])('%s', (_title, ...files) => {
    expect(reasonsAgainst(...files)).toEqual([]);
  });
});
