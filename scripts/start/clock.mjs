// @ts-check
// npm run clock -- --to 2027-01-15T09:00:00+07:00 | --by P1M: moves the running product's clock. Prints each
// month that begins. Ctrl+C stops the move at the instant that was reached. Prints the time without options.
import { request } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { livingRun } from './run-file.mjs';
import { callerEnv } from './settings.mjs';
import { Refusal, root, runProgram, say } from './terminal.mjs';

const PROGRESS_MS = 300;

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
 * @param {string} url @param {object | null} body @param {AbortSignal} [signal]
 * @returns {Promise<{ status: number, body: unknown }>}
 */
function ask(url, body, signal = undefined) {
  return new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json' };
    const method = body === null ? 'GET' : 'POST';
    const call = request(url, { method, headers, ...(signal ? { signal } : {}) }, (answer) => {
      text(answer)
        .then((answered) => done({ status: answer.statusCode ?? 0, body: JSON.parse(answered) }))
        .catch(fail);
    });
    call.once('error', fail).end(body === null ? undefined : JSON.stringify(body));
  });
}

/**
 * Moves the clock and prints each month that begins meanwhile.
 * @param {string} url @param {object} move @returns {Promise<{ status: number, body: unknown }>}
 */
async function moveAndShow(url, move) {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  let month = '';
  const timer = setInterval(async () => {
    const { body } = await ask(url, null).catch(() => ({ body: {} }));
    const now = /** @type {{ data?: { now?: string } }} */ (body).data?.now ?? '';
    if (now.slice(0, 7) <= month) return;
    if (month !== '') process.stderr.write(`${now.slice(0, 7)}\n`);
    month = now.slice(0, 7);
  }, PROGRESS_MS);
  try {
    return await ask(url, move, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    const { status, body } = await ask(url, null);
    say('Stopped. The same command with --to goes on from here.');
    return { status, body };
  } finally {
    clearInterval(timer);
  }
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
  const { status, body } = await (still ? ask(url, null) : moveAndShow(url, move)).catch(
    (/** @type {Error} */ error) => {
      throw new Refusal(`${url} did not answer: ${error.message}`);
    },
  );
  say(JSON.stringify(body, null, 2));
  if (status !== 200) process.exitCode = 1;
}

await runProgram(main);
