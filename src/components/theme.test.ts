import { createRequire } from 'node:module';
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
