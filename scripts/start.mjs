// @ts-check
// npm start: from a clone to a running product with one command. Plain Node, since nothing is installed yet.
import { onNewEnoughNode } from './launch/node-version.mjs';

await onNewEnoughNode(() => import('./launch/main.mjs'));
