// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Refusal } from './terminal.mjs';
import { writePrivately } from './writing.mjs';

/** @typedef {{ OPERATOR_TOKEN: string, SANDBOX_TOKEN: string, OMISE_WEBHOOK_SECRET: string, APP_SECRET: string }} Secrets */

/** @returns {Secrets} */
const draw = () => ({
  OPERATOR_TOKEN: `op_${randomBytes(18).toString('hex')}`,
  SANDBOX_TOKEN: `sb_${randomBytes(18).toString('hex')}`,
  OMISE_WEBHOOK_SECRET: randomBytes(32).toString('base64'),
  APP_SECRET: randomBytes(32).toString('hex'),
});

/**
 * The secrets of this data directory: drawn once, then kept, so that sessions and signatures survive a restart.
 * @param {string} path
 * @returns {Secrets}
 */
export function keepSecrets(path) {
  let kept = {};
  try {
    if (existsSync(path)) kept = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Refusal(
      `${path} cannot be read (${/** @type {Error} */ (error).message}). Remove it to draw new secrets.`,
    );
  }
  const secrets = { ...draw(), ...kept };
  if (Object.keys(kept).length < Object.keys(secrets).length) writePrivately(path, secrets);
  return secrets;
}
