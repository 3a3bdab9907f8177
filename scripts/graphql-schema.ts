import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '@/server/api/graphql/schema';

// Prints the GraphQL schema beside the code it comes from, or into the file that is named.
const HOME = join(import.meta.dirname, '..', 'src', 'server', 'api', 'graphql', 'schema.graphql');

writeFileSync(process.argv[2] ?? HOME, `${printSchema(lexicographicSortSchema(schema))}\n`);
