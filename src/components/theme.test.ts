import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme';

interface PostcssConfig {
  plugins: { 'postcss-simple-vars': { variables: Record<string, string> } };
}

test('the theme and the style sheets have the breakpoints of the specification', () => {
  const { plugins } = createRequire(import.meta.url)('../../postcss.config.cjs') as PostcssConfig;
  const inStyleSheets = Object.entries(plugins['postcss-simple-vars'].variables).map(([name, width]) => [
    name.replace('mantine-breakpoint-', ''),
    width,
  ]);
  expect(theme.breakpoints).toMatchObject({ mobile: '440px', desktop: '441px', sm: '600px' });
  expect(Object.fromEntries(inStyleSheets)).toEqual(theme.breakpoints);
});

test("mantine-variables.css has every variable of the theme that differs from Mantine's own style sheet", () => {
  const light = (of: typeof DEFAULT_THEME): Record<string, string> => {
    const { variables, light: ofScheme } = defaultCssVariablesResolver(of);
    return { ...variables, ...ofScheme };
  };
  const standard = light(DEFAULT_THEME);
  const shades = Object.keys(DEFAULT_THEME.colors).join('|');
  // No component uses a shade of another colour or a breakpoint variable.
  const unused = new RegExp(`^--mantine-(color-(${shades})|breakpoint)-`);
  const wanted = Object.entries(light(mergeMantineTheme(DEFAULT_THEME, theme))).filter(
    ([name, value]) => standard[name] !== value && !unused.test(name),
  );
  const css = readFileSync(new URL('mantine-variables.css', import.meta.url), 'utf8');
  const written = [...css.matchAll(/(--mantine-[\w-]+): (.+);/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(wanted));
});

test('style sheets change hovered elements only where a pointer can hover, so that no tap leaves them changed', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  const bare = sheets.filter((file) => {
    const withoutMedia = readFileSync(join('src', file), 'utf8').replaceAll(
      /@media \(hover: hover\) \{\n.*?\n\}\n/gs,
      '',
    );
    return withoutMedia.includes(':hover');
  });
  expect(bare).toEqual([]);
});
