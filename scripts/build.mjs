// @ts-check
// npm run build: installs and builds what `npm start` needs, but starts nothing.
import { onSupportedMachine } from './launch/node-version.mjs';

await onSupportedMachine(async () => {
  const { ensureBundles } = await import('./launch/bundle.mjs');
  const { ensurePages } = await import('./launch/build.mjs');
  const { ensureInstalled } = await import('./launch/install.mjs');
  const { watchForStop } = await import('./launch/stopping.mjs');
  const { root, runProgram, say } = await import('./launch/terminal.mjs');
  await runProgram(async () => {
    const signal = watchForStop(() => {});
    await ensureInstalled(root, { withDev: false, signal });
    await ensureBundles(root);
    await ensurePages(root, signal);
    say('built');
  });
});
