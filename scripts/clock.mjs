// @ts-check
// npm run clock -- --to 2027-01-15T09:00:00+07:00 | --by P1M: moves the running product's time; without either, tells it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { livingRun } from './launch/run-file.mjs';
import { callerEnv } from './launch/settings.mjs';
import { Refusal, root, runProgram, say } from './launch/terminal.mjs';

function parse() {
  try {
    return parseArgs({ options: { to: { type: 'string' }, by: { type: 'string' } } }).values;
  } catch (error) {
    throw new Refusal(
      `${/** @type {Error} */ (error).message}\nUse --to 2027-01-15T09:00:00+07:00 or --by P1M.`,
    );
  }
}

async function main() {
  const move = parse();
  if (move.to !== undefined && move.by !== undefined) throw new Refusal('Use either --to or --by.');
  const env = callerEnv(process.env, root);
  const dataDir = resolve(root, env.DATA_DIR ?? '.data');
  const run = livingRun(dataDir);
  if (run === null)
    throw new Refusal(`Nothing runs with the data directory ${dataDir}: start it with npm start.`);
  if (run.sandbox === null)
    throw new Refusal('The product runs without its sandbox, and only the sandbox can move time.');
  const still = move.to === undefined && move.by === undefined;
  const response = await fetch(`${run.sandbox}/_control/clock`, {
    ...(still ? {} : { method: 'POST', body: JSON.stringify(move) }),
    headers: { 'content-type': 'application/json' },
  }).catch((/** @type {Error} */ error) => {
    throw new Refusal(`The sandbox at ${run.sandbox} did not answer: ${error.message}`);
  });
  say(JSON.stringify(await response.json(), null, 2));
  if (!response.ok) process.exitCode = 1;
}

await runProgram(main);
