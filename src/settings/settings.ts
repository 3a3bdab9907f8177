import { SELLER_FACTS } from '@/domain/seller';
import { crossChecks } from './checks';
import { defaultsOutsideProduction } from './defaults';
import { isProduction, providerUrls } from './providers';
import { shape, type Settings } from './shape';
import { processState } from '@/process-state';

/**
 * Returns only the valid settings, so that `crossChecks` can report its problems together with malformed
 * settings.
 */
function wellFormed(input: Record<string, unknown>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(shape.shape).flatMap(([name, field]) => {
      const read = field.safeParse(input[name]);
      return read.success ? [[name, read.data]] : [];
    }),
  );
}

/**
 * Returns all settings after checking them. An empty string counts as not set.
 * @throws Error "Invalid environment variables" followed by one line per problem; values are never printed
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const production = isProduction(given);
  const input: Record<string, unknown> = {
    ...providerUrls(given),
    ...(production ? {} : defaultsOutsideProduction(given)),
    ...given,
  };
  const parsed = shape.safeParse(input);
  const issues = (parsed.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    return { name, problem: `${name}: ${given[name] === undefined ? 'required' : 'malformed'}` };
  });
  const crossed = crossChecks({ ...(parsed.data ?? wellFormed(input)), production });
  const problems = [
    ...issues.map(({ problem }) => problem),
    // For `crossChecks` a malformed setting is missing. The problem of this setting is already in `issues`.
    ...crossed.filter((problem) => !issues.some(({ name }) => problem.includes(name))),
  ];
  if (!parsed.success || problems.length > 0) {
    throw new Error(['Invalid environment variables', ...problems].join('\n  '));
  }
  return { ...parsed.data, production };
}

/**
 * Returns the checked settings of this process. They are read at the first call, so that a build needs no
 * settings.
 */
export function settings(): Settings {
  return processState('settings', () => readSettings(process.env));
}

/** Whether this process runs tests. */
export const isTest = () => process.env.NODE_ENV === 'test';

/** Returns the seller for receipts and legal texts. The default name is ira. */
export function sellerNow(): { name: string; address: string | null } {
  const { SELLER_NAME, SELLER_ADDRESS } = settings();
  return { name: SELLER_NAME ?? 'ira', address: SELLER_ADDRESS ?? null };
}

/** Returns the public settings, which `/api/settings` serves to every visitor. */
export function publicSettings() {
  const s = settings();
  return {
    omisePublicKey: s.OMISE_PUBLIC_KEY,
    omiseVaultUrl: s.OMISE_VAULT_URL,
    omiseJsUrl: s.OMISE_JS_URL,
    storeId: s.STORE_ID,
    storePublicKey: s.STORE_PUBLIC_KEY,
    lineChannelId: s.LINE_LOGIN_CHANNEL_ID,
    offlineRegistration: s.OFFLINE_REGISTRATION ?? false,
    websiteUrl: s.SITE_URL,
    functionsApiUrl: s.FUNCTIONS_API_URL,
    cloudApiUrl: s.CLOUD_API_URL ?? s.SITE_URL,
    paymentsAppUrl: s.PAYMENTS_APP_URL ?? s.SITE_URL,
    seller: { ...sellerNow(), registration: s.SELLER_REGISTRATION ?? null },
    sellerFacts: SELLER_FACTS.flatMap((kind) => {
      const fact = s.SELLER_FACTS?.[kind];
      return fact ? [{ kind, text: { en: fact.en, th: fact.th }, url: fact.url ?? null }] : [];
    }),
    cardBrands: [...(s.CARD_BRANDS ?? [])],
    contact: { email: s.CONTACT_EMAIL ?? null, phone: s.CONTACT_PHONE ?? null, line: s.CONTACT_LINE ?? null },
    social: {
      facebook: s.SOCIAL_FACEBOOK ?? null,
      instagram: s.SOCIAL_INSTAGRAM ?? null,
      line: s.CONTACT_LINE ?? null,
    },
    sentryDsn: s.SENTRY_DSN ?? null,
    incident: s.INCIDENT,
    maintenance: s.MAINTENANCE,
    sandbox: s.SANDBOX_URL !== undefined,
  };
}
