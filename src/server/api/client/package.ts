import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { version } from '../../../../package.json';
import { productFile } from '@/product-files';
import { tarOf } from '../../platform/tar';
import type { buildDocument } from '../openapi/document';
import { graphqlTypes } from './graphql-types';
import { keyedPaths, restTypes } from './rest-types';

/** The files of the package that are not made of the API. */
const SOURCES = 'src/server/api/client/package';

export const CLIENT_FILE = `ira-client-${version}.tgz`;

/** Returns the npm package of the API client, with the types and the version of this product. */
export function packClient(document: ReturnType<typeof buildDocument>, schema: GraphQLSchema): Buffer {
  const sorted = lexicographicSortSchema(schema);
  const api = document as unknown as Parameters<typeof restTypes>[0];
  const folder = productFile(SOURCES);
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files = new Map<string, Buffer | string>(
    sources.map((file) => [`package${file.slice(folder.length)}`, readFileSync(file)]),
  );
  const description = JSON.parse(String(files.get('package/package.json'))) as object;
  files.set('package/package.json', `${JSON.stringify({ ...description, version }, null, 2)}\n`);
  files.set('package/rest.d.ts', restTypes(api));
  files.set('package/graphql.d.ts', graphqlTypes(sorted));
  files.set('package/schema.graphql', `${printSchema(sorted)}\n`);
  files.set('package/keyed.js', `export const KEYED = ${JSON.stringify(keyedPaths(api), null, 2)};\n`);
  return tarOf(files);
}
