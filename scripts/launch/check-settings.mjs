// @ts-check
import { join } from 'node:path';
import { Refusal, runTool } from './terminal.mjs';

/** @typedef {import('./settings.mjs').Env} Env */

/** The product's own words for settings that stop a start. @param {string[]} problems */
export const invalidSettings = (problems) =>
  new Refusal(['Invalid environment variables', ...problems].join('\n  '));

/**
 * Has the product and the sandbox check the settings they would be started with, before anything is done with them.
 * @param {{ root: string, product: Env, sandbox: Env | null, malformed: string[], signal: AbortSignal }} wanted
 *   `sandbox`: null when none is started; `malformed`: settings that are known to be
 * @returns {Promise<string[]>} what the product's settings are called; throws Refusal with the list of what is wrong
 */
export async function checkSettings({ root, product, sandbox, malformed, signal }) {
  /** @param {'product' | 'sandbox'} whose @param {Env} env */
  const check = async (whose, env) => {
    const printed = await runTool({
      what: 'The check of the settings',
      command: process.execPath,
      args: ['--import', 'tsx', join(root, 'scripts/check-settings.ts'), whose],
      cwd: root,
      env: /** @type {NodeJS.ProcessEnv} */ (env),
      signal,
    });
    /** @type {{ problems: string[], names: string[] }} */
    const found = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    return found;
  };
  const [ours, theirs] = await Promise.all([
    check('product', product),
    sandbox === null ? null : check('sandbox', sandbox),
  ]);
  const known = malformed.map((name) => `${name}: malformed`);
  const problems = [...new Set([...known, ...ours.problems, ...(theirs?.problems ?? [])])];
  if (problems.length > 0) throw invalidSettings(problems);
  return ours.names;
}
