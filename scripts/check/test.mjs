// @ts-check
// npm test: runs all stages in order and stops at the first failure. The last line is a summary.
import { onSupportedMachine } from '../start/node-version.mjs';

await onSupportedMachine(() => import('./test-stages.mjs'));
