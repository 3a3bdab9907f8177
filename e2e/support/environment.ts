import { SETTING_NAMES } from '@/env';
import { readSandboxSettings } from '@/env-sandbox';

/** What the launcher alone reads. */
const LAUNCHER = ['ENV_FILE', 'SANDBOX', 'DEV'];

/** The names that the sandbox asks for. */
function sandboxNames(): string[] {
  const asked = new Set<string>();
  readSandboxSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  return [...asked];
}

/** Every setting of a product as if the developer's shell and .env said nothing: an empty value counts as not set. */
export const NOTHING_SET: Readonly<Record<string, string>> = Object.fromEntries(
  [...SETTING_NAMES, ...sandboxNames(), ...LAUNCHER].map((name) => [name, '']),
);
