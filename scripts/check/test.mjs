// @ts-check
// npm test: runs two rows of stages side by side; a row stops at its first failure. The last line is a summary.
import { onSupportedMachine } from '../start/node-version.mjs';

await onSupportedMachine(() => import('./test-stages.mjs'));
