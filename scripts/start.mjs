// @ts-check
// npm start: from a clone to a running product with one command. Plain Node, since nothing is installed yet.
import { onSupportedMachine } from './launch/node-version.mjs';

await onSupportedMachine(() => import('./launch/main.mjs'));
