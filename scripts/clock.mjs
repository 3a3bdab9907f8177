// @ts-check
// npm run clock -- --to 2027-01-15T09:00:00+07:00 | --by P1M: moves the running product's clock. Prints its
// time without options.
import { request } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
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

/**
 * Sends a request without a timeout. `fetch` has one of five minutes, but moving the clock by years may take
 * longer.
 * @param {string} url @param {object | null} body @returns {Promise<{ status: number, body: unknown }>}
 */
function ask(url, body) {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json' };
    const call = request(url, { method: body === null ? 'GET' : 'POST', headers }, (answer) => {
      text(answer)
        .then((answered) => done({ status: answer.statusCode ?? 0, body: JSON.parse(answered) }))
        .catch(fail);
    });
    call.once('error', fail).end(body === null ? undefined : JSON.stringify(body));
  });
}

async function main() {
  const move = parse();
  if (move.to !== undefined && move.by !== undefined) throw new Refusal('Use either --to or --by.');
  const dataDir = resolve(root, callerEnv(process.env, root).DATA_DIR ?? '.data');
  const run = livingRun(dataDir);
  if (run === null)
    throw new Refusal(`Nothing runs with the data directory ${dataDir}: start it with npm start.`);
  if (run.sandbox === null)
    throw new Refusal('The product runs without its sandbox, and only the sandbox can move time.');
  const still = move.to === undefined && move.by === undefined;
  const url = `${run.sandbox}/_control/clock`;
  const { status, body } = await ask(url, still ? null : move).catch((/** @type {Error} */ error) => {
    throw new Refusal(`${url} did not answer: ${error.message}`);
  });
  say(JSON.stringify(body, null, 2));
  if (status !== 200) process.exitCode = 1;
}

await runProgram(main);
