// @ts-check
// npm test: everything that has to be green, in order, up to the first stage that is not; the last line sums it up.
import { onSupportedMachine } from './launch/node-version.mjs';

await onSupportedMachine(() => import('./launch/test-stages.mjs'));
