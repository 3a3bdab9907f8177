// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {import('./secrets.mjs').Secrets} Secrets */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const DEMO_PASSWORD = 'demo-password-1';

/** The caller's variables over those of `.env` (or of the file that ENV_FILE names; ENV_FILE empty: of none). An empty value counts
 * as not set. @param {Env} caller @param {string} root @returns {Env} */
export function callerEnv(caller, root) {
  const file = join(root, caller.ENV_FILE ?? '.env');
  const found = caller.ENV_FILE !== '' && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const all = Object.entries({ ...found, ...caller });
  return Object.fromEntries(all.filter(([, value]) => value !== '' && value !== undefined));
}

/** @param {Env} env */
export function isPublic(env) {
  if (env.SITE_URL === undefined) return false;
  try {
    return !LOOPBACK.has(new URL(env.SITE_URL).hostname);
  } catch {
    return true; // malformed: the web process says so
  }
}

/** `next build` and `next dev` each need their NODE_ENV. A value of the caller's counts only for a public site, where it decides
 * whether this is production. @param {Env} env @param {boolean} dev */
function nodeEnv(env, dev) {
  if (isPublic(env) && env.NODE_ENV !== undefined) return env.NODE_ENV;
  return dev ? 'development' : 'production';
}

/** Production as the product defines it: there nothing is filled in, and the sandbox needs to be allowed.
 * @param {Env} env @param {boolean} dev */
export function isProduction(env, dev) {
  return isPublic(env) && nodeEnv(env, dev) === 'production';
}

/** @param {Env} env @param {boolean} dev */
export function wantsSandbox(env, dev) {
  if (env.SANDBOX === 'off') return false;
  return !isProduction(env, dev) || ['on', 'true', '1'].includes(env.ALLOW_SANDBOX ?? '');
}

/** A provider whose secret the caller has set is the real one.
 * @param {Env} env @param {{ sandbox: number, smtp: number }} ports @param {Secrets} secrets */
function sandboxEnv(env, ports, secrets) {
  const base = env.SANDBOX_URL ?? `http://localhost:${ports.sandbox}`;
  const gateway = {
    OMISE_API_URL: `${base}/omise/api`,
    OMISE_VAULT_URL: `${base}/omise/vault`,
    OMISE_JS_URL: `${base}/omise/js/omise.js`,
    OMISE_PUBLIC_KEY: 'pkey_test_ira_sandbox',
    OMISE_SECRET_KEY: 'skey_test_ira_sandbox',
    OMISE_WEBHOOK_SECRET: secrets.OMISE_WEBHOOK_SECRET,
  };
  const line = { LINE_ACCESS_URL: `${base}/line/access`, LINE_API_URL: `${base}/line/api` };
  const store = {
    STORE_ID: '1003',
    STORE_PUBLIC_KEY: 'public_sandbox',
    ECWID_API_URL: `${base}/ecwid/api/v3`,
  };
  return {
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_URL: base,
    SMTP_URL: `smtp://localhost:${ports.smtp}`,
    SANDBOX_TOKEN: secrets.SANDBOX_TOKEN,
    ...(env.OMISE_SECRET_KEY === undefined ? gateway : {}),
    ...(env.LINE_LOGIN_CHANNEL_SECRET === undefined ? line : {}),
    ...(env.MYCLOUD_SECRET_KEY === undefined ? { MYCLOUD_API_URL: `${base}/mycloud/api/v1` } : {}),
    ...(env.STORE_ID === undefined ? store : {}),
  };
}

/**
 * What the launcher adds to the caller's variables for the processes it starts; the caller's own value always stays, except for
 * what the launcher itself decides (ports, data directory, NODE_ENV).
 * @param {{ caller: Env, dev: boolean, ports: { web: number, sandbox: number, smtp: number }, secrets: Secrets, dataDir: string, databaseUrl: string | undefined }} known
 * @returns {Env}
 */
export function addedEnv({ caller, dev, ports, secrets, dataDir, databaseUrl }) {
  const decided = {
    PORT: String(ports.web),
    DATA_DIR: dataDir,
    NODE_ENV: nodeEnv(caller, dev),
    NEXT_TELEMETRY_DISABLED: '1',
    ...(dev ? { DEV: '1' } : {}),
  };
  const { APP_SECRET, OPERATOR_TOKEN } = secrets;
  const filled = {
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(wantsSandbox(caller, dev) ? sandboxEnv(caller, ports, secrets) : {}),
    ...(isProduction(caller, dev)
      ? {}
      : { SITE_URL: `http://localhost:${ports.web}`, DEMO_PASSWORD, APP_SECRET, OPERATOR_TOKEN }),
  };
  const missing = Object.entries(filled).filter(([name]) => caller[name] === undefined);
  return { ...Object.fromEntries(missing), ...decided };
}
