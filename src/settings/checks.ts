import { isOnThisMachine, PROVIDER_URLS } from './providers';
import type { Settings } from './shape';

const TOKEN_MIN = 16;

/**
 * Returns the problems of combined settings: live keys mixed with test keys, incomplete groups of keys, and
 * settings that production does not allow.
 */
export function crossChecks(settings: Partial<Settings>): string[] {
  const problems = settings.production ? productionChecks(settings) : [];
  const isTestKey = (key: string) => /^[ps]key_test_/.test(key);
  const { OMISE_PUBLIC_KEY: publicKey, OMISE_SECRET_KEY: secretKeys = [] } = settings;
  if (publicKey && secretKeys.some((key) => isTestKey(key) !== isTestKey(publicKey))) {
    problems.push('OMISE_PUBLIC_KEY and OMISE_SECRET_KEY: a live key beside a test key');
  }
  if (!settings.LINE_MESSAGING_ACCESS_TOKEN !== !settings.LINE_MESSAGING_CHANNEL_SECRET) {
    problems.push('LINE_MESSAGING_ACCESS_TOKEN and LINE_MESSAGING_CHANNEL_SECRET: one without the other');
  }
  const fulfilment = [
    settings.MYCLOUD_API_KEY,
    settings.MYCLOUD_SECRET_KEY,
    settings.MYCLOUD_WEBHOOK_SECRET,
  ].filter((value) => value !== undefined);
  if (fulfilment.length !== 0 && fulfilment.length !== 3) {
    problems.push('MYCLOUD_API_KEY, MYCLOUD_SECRET_KEY and MYCLOUD_WEBHOOK_SECRET: some without the others');
  }
  if ((settings.SLIPOK_API_KEY === undefined) !== (settings.SLIPOK_BRANCH_ID === undefined)) {
    problems.push('SLIPOK_API_KEY and SLIPOK_BRANCH_ID: one without the other');
  }
  if ((settings.MYCLOUD_API_KEY?.length ?? 0) !== (settings.MYCLOUD_SECRET_KEY?.length ?? 0)) {
    problems.push('MYCLOUD_API_KEY and MYCLOUD_SECRET_KEY: as many of one as of the other');
  }
  return problems;
}

function productionChecks(settings: Partial<Settings>): string[] {
  const problems: string[] = [];
  if (settings.OMISE_WEBHOOK_SECRET === undefined) problems.push('OMISE_WEBHOOK_SECRET: required');
  if (settings.OPERATOR_TOKEN?.some((token) => token.length < TOKEN_MIN))
    problems.push('OPERATOR_TOKEN: malformed');
  if ((settings.THROTTLE_SCALE ?? 1) !== 1) problems.push('THROTTLE_SCALE: refused in production');
  if (settings.DEMO_PASSWORD !== undefined) problems.push('DEMO_PASSWORD: refused in production');
  if (settings.SMTP_URL && /[?&](ignoreTLS|requireTLS|secure|tls\.)/i.test(settings.SMTP_URL))
    problems.push('SMTP_URL: TLS can be neither left out nor loosened in production');
  if (settings.ALLOW_SANDBOX || settings.ALLOW_FAKES) return problems;
  for (const name of ['SITE_URL', 'DESK_URL'] as const)
    if (settings[name]?.startsWith('http:')) problems.push(`${name}: https is required in production`);
  const refused = 'refused in production (ALLOW_SANDBOX=on allows it)';
  if (settings.SANDBOX_URL !== undefined) problems.push(`SANDBOX_URL: ${refused}`);
  for (const name of PROVIDER_URLS) {
    const address = settings[name];
    if (address && isOnThisMachine(address)) problems.push(`${name}: the sandbox is ${refused}`);
  }
  return problems;
}
