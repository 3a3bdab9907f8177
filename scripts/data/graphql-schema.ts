import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '@/server/api/graphql/schema';

// Writes the GraphQL schema to the given file. Default: `schema.graphql` next to the code.
const HOME = join(import.meta.dirname, '../..', 'src', 'server', 'api', 'graphql', 'schema.graphql');

writeFileSync(process.argv[2] ?? HOME, `${printSchema(lexicographicSortSchema(schema))}\n`);
