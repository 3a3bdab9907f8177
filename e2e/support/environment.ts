import { SETTING_NAMES } from '@/settings/shape';
import { readSandboxSettings } from '@/settings/sandbox';

/** Variables that only the launcher reads. */
const LAUNCHER = ['ENV_FILE', 'SANDBOX', 'DEV'];

/** Returns the names of the sandbox's settings. */
function sandboxNames(): string[] {
  const asked = new Set<string>();
  readSandboxSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  return [...asked];
}

/** What the seller of one product under test states. The seller of the other product states nothing. */
export const SELLER = {
  SELLER_REGISTRATION: '0105566000001',
  // Registered for VAT, so that its receipts are abbreviated tax invoices.
  VAT_ID: '0105566000001',
  CARD_BRANDS: 'visa,mastercard',
  SELLER_FACTS: JSON.stringify({
    origin: { en: 'Invented for tests.', th: 'สมมติขึ้นเพื่อทดสอบ', url: 'https://ira.example/origin' },
    guarantee: { en: 'Invented guarantee.', th: 'การรับประกันสมมติ' },
  }),
};

/**
 * All settings with an empty value, which counts as not set. Replaces settings of the developer's shell and
 * `.env`.
 */
export const NOTHING_SET: Readonly<Record<string, string>> = Object.fromEntries(
  [...SETTING_NAMES, ...sandboxNames(), ...LAUNCHER].map((name) => [name, '']),
);

/** True for `npm run test:deep`. */
export const isDeep = process.env.TEST_DEEP === '1';
