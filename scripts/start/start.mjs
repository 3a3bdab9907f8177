// @ts-check
// npm start: installs, builds and starts the product with one command. Imports no packages, because none are
// installed yet.
import { onSupportedMachine } from './node-version.mjs';

await onSupportedMachine(() => import('./main.mjs'));
