import { createTheme } from '@mantine/core';
import fields from './forms/fields.module.css';

const input = {
  input: fields.input,
  label: fields.label,
  description: fields.hint,
  error: fields.error,
};

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
  // Plain objects, as `extend` returns them: importing a component here would add it to every page's bundle.
  components: {
    TextInput: { classNames: input, defaultProps: { size: 'md' } },
    InputBase: { classNames: input, defaultProps: { size: 'md' } },
    NativeSelect: { classNames: input, defaultProps: { size: 'md' } },
    Checkbox: {
      classNames: {
        body: fields.checkBody,
        label: fields.checkLabel,
        error: fields.checkError,
        input: fields.check,
      },
      defaultProps: { size: 'md' },
    },
  },
});
