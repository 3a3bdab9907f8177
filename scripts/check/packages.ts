/**
 * Licences that allow use and distribution. Files under MPL-2.0 and documents under CC licences are used
 * without changes.
 */
const LICENCES = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'CC0-1.0'],
  ...['ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'Python-2.0', 'Unlicense'],
]);

/** Packages that are allowed although the lockfile has another licence or none. Each has its reason. */
const EXCEPTIONS = [
  // MIT by its LICENSE file.
  /^png-js$/,
  // LGPL: shared libraries of an optional image resizer that next.config.mjs turns off.
  /^@img\/sharp-/,
];

/** The lowest allowed version of a package. Earlier versions have a vulnerability that affects the product. */
const LOWEST: Record<string, string> = {
  // Bypassed proxy, server-side request forgery by an upgrade, cache poisoning (May 2026).
  next: '16.2.6',
  // Denial of service by server components.
  react: '19.2.6',
  'react-dom': '19.2.6',
  // CVE-2025-68130, prototype pollution.
  '@trpc/server': '11.8.0',
  // The first version that passed our tests of prototype pollution.
  superjson: '2.2.6',
  // CVE-2026-39356, injection by identifiers.
  'drizzle-orm': '0.45.2',
};

interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}
interface Lockfile {
  packages: Record<string, Locked>;
}
interface Manifest {
  allowScripts?: Record<string, boolean>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Returns the problems of the packages in a lockfile and in package.json. Each problem is a sentence. */
export function problemsOf({ packages }: Lockfile, manifest: Manifest): string[] {
  const { allowScripts = {}, dependencies, devDependencies, optionalDependencies } = manifest;
  const named = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry }));
  const withScripts = new Set(locked.filter((one) => one.hasInstallScript).map(({ name }) => name));
  return [
    ...locked.flatMap(problemsOfOne),
    ...named
      .filter(([, version]) => !/^\d/.test(version))
      .map(([name, version]) => `${name} in package.json has the range "${version}", not a version.`),
    ...[...withScripts]
      .filter((name) => !Object.hasOwn(allowScripts, name))
      .map((name) => `${name} runs a script on install that "allowScripts" in package.json does not name.`),
    ...Object.keys(allowScripts)
      .filter((name) => !withScripts.has(name))
      .map((name) => `${name} in "allowScripts" of package.json runs no script on install.`),
  ];
}

/** Returns the problems of one package. */
function problemsOfOne({
  name,
  version = '',
  license = '',
  integrity = '',
  resolved,
}: Locked & { name: string }): string[] {
  const lowest = LOWEST[name];
  const at = `${name}@${version}`;
  return [
    ...(isAllowed(license) || EXCEPTIONS.some((one) => one.test(name))
      ? []
      : [`${at} has the licence "${license}".`]),
    ...(lowest !== undefined && isBelow(version, lowest)
      ? [`${at} has known holes: ${lowest} is the lowest without.`]
      : []),
    ...(integrity.startsWith('sha512-') ? [] : [`${at} has no SHA-512 in the lockfile.`]),
    ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${at} comes from ${resolved}, not from the registry.`]),
  ];
}

/** Whether a licence expression (SPDX) with AND and OR, but without nesting, is allowed. */
function isAllowed(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => LICENCES.has(one)));
}

/** Whether a version is lower than the lowest allowed version. A pre-release is lower than its release. */
function isBelow(version: string, lowest: string): boolean {
  const [ours = '', theirs = ''] = [version.split('-', 1)[0], lowest];
  const before = ours.localeCompare(theirs, 'en', { numeric: true }) < 0;
  return before || (ours === theirs && version.includes('-'));
}
