// @ts-check
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { signalTo } from './processes.mjs';

/** The project's directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** A sentence for the person at the terminal: printed alone, without a stack. */
export class Refusal extends Error {}

/** The person asked us to stop while we were still starting. */
export class Stopped extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Runs a program to its end; a refusal is printed as its sentence, anything else with its stack, and both exit with 1.
 * @param {() => Promise<unknown>} program */
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

/** @param {string} text @param {number} lines */
export function tailOf(text, lines) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** Both ends of a long output: some tools say first what is wrong and end with their manual.
 * @param {string} text @param {number} lines */
function endsOf(text, lines) {
  const all = text.trimEnd().split('\n');
  return all.length <= 2 * lines
    ? all.join('\n')
    : [...all.slice(0, lines), '[…]', ...all.slice(-lines)].join('\n');
}

/** Node arguments that make a child end when this process dies, however it dies: it watches the pipe on its stdin. */
export const leashed = ['--import', new URL('./leash.mjs', import.meta.url).href];

/**
 * Runs a tool to its end and gives what it printed on stdout; what it says is shown only when it fails.
 * @param {{ what: string, command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined, hint?: string, refusalCode?: number, onOutput?: (text: string) => void }} tool
 *   `refusalCode`: the exit code after which what it printed on stderr is the refusal
 * @returns {Promise<string>} throws Refusal with the end of its output, Stopped when `signal` was given
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
    // A group of its own: Ctrl-C reaches us alone, and we end all that it started.
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
