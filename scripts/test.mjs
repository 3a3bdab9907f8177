// @ts-check
// npm test: runs all stages in order and stops at the first failure. The last line is a summary.
import { onSupportedMachine } from './launch/node-version.mjs';

await onSupportedMachine(() => import('./launch/test-stages.mjs'));
