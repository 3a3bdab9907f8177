import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printRestPaths } from '@/server/api/rest/print-paths';

// Writes the procedure behind each REST path for the typed client in `src/trpc/rest-clients.ts`.
writeFileSync(join(import.meta.dirname, '../..', 'src', 'trpc', 'rest-paths.ts'), printRestPaths());
