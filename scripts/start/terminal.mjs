// @ts-check
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { signalTo } from './processes.mjs';

/** The project's directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** An error whose message is printed at the terminal, without a stack. */
export class Refusal extends Error {}

/** The error that ends the launcher after a stop signal. It is not printed. */
export class Stopped extends Error {}

/** Prints a line on stdout. @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a program and prints its error: the message of a Refusal, or the stack of any other error. Sets the
 * exit code 1.
 * @param {() => Promise<unknown>} program
 */
export async function runProgram(program) {
  try {
    await program();
  } catch (error) {
    if (error instanceof Stopped) return say('stopped');
    const text =
      error instanceof Refusal ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

/** Returns the last lines of a text. @param {string} text @param {number} lines */
export function tailOf(text, lines) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Returns the first and the last `lines` lines of a text. Some tools print the error first and their usage
 * last.
 * @param {string} text @param {number} lines
 */
function endsOf(text, lines) {
  const all = text.trimEnd().split('\n');
  return all.length <= 2 * lines
    ? all.join('\n')
    : [...all.slice(0, lines), '[…]', ...all.slice(-lines)].join('\n');
}

/** Arguments of Node for a child process that must exit when this process exits or is killed (`leash.mjs`). */
export const leashed = ['--import', new URL('./leash.mjs', import.meta.url).href];

/**
 * Runs a tool and returns its stdout. Prints its output only if the tool fails.
 * @param {{ what: string, command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined, hint?: string, refusalCode?: number, onOutput?: (text: string) => void }} tool
 *   `refusalCode`: the exit code for which the message of the Refusal is only stderr
 * @returns {Promise<string>} throws Refusal with the start and the end of the output, Stopped if `signal` is aborted
 */
export function runTool({
  what,
  command,
  args,
  cwd,
  env = process.env,
  signal,
  hint = '',
  refusalCode,
  onOutput,
}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Stopped());
    // The tool gets its own process group, so that Ctrl-C signals only this process. This process stops the
    // whole group.
    const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    let stdout = '';
    let stderr = '';
    let all = '';
    for (const channel of [child.stdout, child.stderr])
      channel.on('data', (/** @type {Buffer} */ chunk) => {
        if (channel === child.stdout) stdout += chunk;
        else stderr += chunk;
        all += chunk;
        onOutput?.(chunk.toString());
      });
    child.stdin.on('error', () => {});
    const abort = () => child.pid !== undefined && signalTo(child.pid, 'SIGTERM', { group: true });
    signal?.addEventListener('abort', abort);
    child.once('error', (error) => reject(new Refusal(`${what} could not be started: ${error.message}`)));
    child.once('close', (code, killedBy) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) return reject(new Stopped());
      if (code === 0) return resolve(stdout);
      if (code === refusalCode) return reject(new Refusal(stderr.trimEnd()));
      const how = killedBy === null ? `exit code ${code}` : killedBy;
      reject(new Refusal(`${endsOf(all, 30)}\n\n${what} failed (${how}).${hint === '' ? '' : ` ${hint}`}`));
    });
  });
}
