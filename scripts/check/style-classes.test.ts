import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listed } from './source';

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Returns the classes that a component takes from a module of styles that does not have them. */
function missingClasses(source: string, read: (module: string) => string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([statement, name = '', module = '']) => {
    const known = new Set([...read(module).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, one]) => one));
    const used = source.replace(statement, '').matchAll(new RegExp(`(?<![\\w'"/-])${name}\\.(\\w+)`, 'g'));
    return [...new Set([...used].map(([, one = '']) => one))].filter((one) => !known.has(one));
  });
}

test('finds a class that a module does not have', () => {
  const source =
    "import classes from './a.module.css';\n<p className={classes.row}><a className={classes.link} /></p>";
  expect(missingClasses(source, () => '.row { color: red }')).toEqual(['link']);
});

test('every class that a component takes from a module exists', () => {
  const missing = listed('src/*.tsx').flatMap((file) => {
    const from = (module: string) =>
      module.startsWith('@/') ? module.replace('@/', 'src/') : join(file, '..', module);
    const read = (module: string) => readFileSync(from(module), 'utf8');
    return missingClasses(readFileSync(file, 'utf8'), read).map((one) => `${file}: ${one}`);
  });
  expect(missing).toEqual([]);
});
