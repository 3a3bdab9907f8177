import { createTheme } from '@mantine/core';

/**
 * The Mantine theme. Its primary colour is #96262c, at index 7. All other colours come from the design tokens
 * in tokens.css.
 */
export const theme = createTheme({
  primaryColor: 'ira',
  primaryShade: 7,
  colors: {
    ira: [
      '#fbf1ee',
      '#f6e3df',
      '#ecc6bf',
      '#e0a49a',
      '#d08077',
      '#bd5c57',
      '#aa3f40',
      '#96262c',
      '#7a1d22',
      '#5e1519',
    ],
  },
  // Must equal the breakpoints for style sheets in postcss.config.cjs.
  breakpoints: { mobile: '440px', desktop: '441px', sm: '600px', md: '900px', lg: '1200px' },
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  defaultRadius: '10px',
  cursorType: 'pointer',
  respectReducedMotion: true,
});
