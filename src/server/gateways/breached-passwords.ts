import { createHash } from 'node:crypto';
import { settings } from '@/settings/settings';
import { log } from '../platform/log';

const TIMEOUT_MS = 2000;
const PREFIX_LENGTH = 5;

/**
 * Whether a password is in a known data breach, according to Have I Been Pwned (haveibeenpwned.com/API/v3). Sends only
 * the first five characters of the password's hash. False if the service is unavailable or not configured.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const base = settings().BREACHED_PASSWORDS_URL;
  if (base === undefined) return false;
  // The service requires SHA-1. The hash is not stored.
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const url = `${base.replace(/\/$/, '')}/range/${digest.slice(0, PREFIX_LENGTH)}`;
  try {
    const response = await fetch(url, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`HTTP_${response.status}`);
    return isListed(await response.text(), digest.slice(PREFIX_LENGTH));
  } catch (error) {
    log.error('passwords.service_away', { error });
    return false;
  }
}

/** Whether a response lists a hash suffix. Ignores entries with the count 0, which are padding. */
function isListed(range: string, suffix: string): boolean {
  return range.split(/\r?\n/).some((line) => {
    const [listed, count] = line.split(':');
    return listed === suffix && Number(count) > 0;
  });
}
