// Spectral with its own rules for OpenAPI and the document that the product serves: no error and no warning.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, checkEqual, checkTrue, place } from './place.mjs';

const folder = import.meta.dirname;
const answer = await fetch(`${place.site}/api/openapi.json`);
const document = await answer.json();
checkTrue('the document is served compressed', answer.headers.get('content-encoding') !== null);
checkTrue('it has operations', Object.keys(document.paths).length > 30);
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
writeFileSync(join(folder, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
await check('Spectral reads the document', () => {
  const arguments_ = ['lint', 'openapi.json', '--ruleset', 'spectral.json', '--format', 'json', '--quiet'];
  const run = ['node_modules/@stoplight/spectral-cli/dist/index.js', ...arguments_, '--output', 'found.json'];
  try {
    execFileSync(process.execPath, run, { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    // The status 1 means findings, which the report has.
    if (error.status !== 1) throw error;
  }
});
const { default: found } = await import(join(folder, 'found.json'), { with: { type: 'json' } });
checkEqual(
  'no error and no warning',
  found.map(({ code, path }) => `${code} ${path.join('.')}`),
  [],
);
