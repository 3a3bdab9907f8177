// @ts-check
// npm run build: installs and builds what `npm start` needs, but starts nothing. With `-- --without-demo` the build has
// neither the sandbox nor the demo accounts.
import { parseArgs } from 'node:util';
import { onSupportedMachine } from './node-version.mjs';

await onSupportedMachine(async () => {
  const { ensureBundles } = await import('./bundle.mjs');
  const { ensurePages } = await import('./pages.mjs');
  const { ensureInstalled } = await import('./install.mjs');
  const { watchForStop } = await import('./stopping.mjs');
  const { root, runProgram, say } = await import('./terminal.mjs');
  await runProgram(async () => {
    const { values } = parseArgs({ options: { 'without-demo': { type: 'boolean', default: false } } });
    const signal = watchForStop(() => {});
    await ensureInstalled(root, { withDev: false, signal });
    await ensureBundles(root, { withDemo: !values['without-demo'] });
    await ensurePages(root, signal);
    say('built');
  });
});
