// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Refusal } from './terminal.mjs';
import { writePrivately } from './writing.mjs';

/** @typedef {ReturnType<typeof draw>} Secrets */

/** Returns a random secret with a prefix. @param {string} prefix */
const word = (prefix) => `${prefix}_${randomBytes(18).toString('hex')}`;

/**
 * Generates random secrets. The product shares some of them with the sandbox if other machines can reach it.
 * Constants in the source code would be public.
 */
const draw = () => ({
  OPERATOR_TOKEN: word('op'),
  SANDBOX_TOKEN: word('sb'),
  OMISE_WEBHOOK_SECRET: randomBytes(32).toString('base64'),
  LINE_LOGIN_CHANNEL_SECRET: word('line'),
  LINE_MESSAGING_ACCESS_TOKEN: word('line'),
  LINE_MESSAGING_CHANNEL_SECRET: word('line'),
  MYCLOUD_API_KEY: word('mc'),
  MYCLOUD_SECRET_KEY: word('mc'),
  MYCLOUD_WEBHOOK_SECRET: word('mc'),
  SLIPOK_API_KEY: word('slip'),
  APP_SECRET: randomBytes(32).toString('hex'),
  /** The password of the demo accounts if other machines can reach the product. */
  DEMO_PASSWORD: word('demo'),
});

/**
 * Returns the secrets of this data directory. Generates and stores them at the first call, so that sessions
 * and signatures are still valid after a restart.
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
