import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kit from 'drizzle-kit/api';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema as graphql } from '@/server/api/graphql/schema';
import { printRestPaths } from '@/server/api/rest/print-paths';
import * as tables from '@/server/db/schema';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Snapshot {
  id: string;
  tables: Record<string, unknown>;
}
/** Its own types need the drivers of every other database. */
const { generateDrizzleJson, generateMigration } = kit as unknown as {
  generateDrizzleJson: (tables: Record<string, unknown>, previousId: string) => Snapshot;
  generateMigration: (from: Snapshot, to: Snapshot) => Promise<string[]>;
};

test('the migrations are what the schema says, or `npm run db:generate` writes one', async () => {
  const { entries } = JSON.parse(read('drizzle/meta/_journal.json')) as { entries: { idx: number }[] };
  const newest = String(entries.at(-1)?.idx).padStart(4, '0');
  const snapshot = JSON.parse(read(`drizzle/meta/${newest}_snapshot.json`)) as Snapshot;
  expect(Object.keys(snapshot.tables).length).toBeGreaterThan(20);
  expect(await generateMigration(snapshot, generateDrizzleJson(tables, snapshot.id))).toEqual([]);
});

test('the printed GraphQL schema is what the code says, or `npm run graphql` prints it', () => {
  const printed = `${printSchema(lexicographicSortSchema(graphql))}\n`;
  expect(read('src/server/api/graphql/schema.graphql') === printed).toBe(true);
});

test('the printed REST paths are what the code says, or `npm run task -- paths` prints them', () => {
  expect(read('src/trpc/rest-paths.ts')).toBe(printRestPaths());
});
