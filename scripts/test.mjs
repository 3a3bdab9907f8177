// @ts-check
// npm test: everything that has to be green, in order, up to the first stage that is not; the last line sums it up.
import { onNewEnoughNode } from './launch/node-version.mjs';

await onNewEnoughNode(() => import('./launch/test-stages.mjs'));
