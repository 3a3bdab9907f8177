import localFont from 'next/font/local';

/** Anuphan (OFL, from @fontsource-variable/anuphan 5.3.0) in two subsets; both are on every page, since ฿ is in the Thai one. */
const thai = localFont({
  src: './anuphan-thai-wght-normal.woff2',
  weight: '100 700',
  display: 'swap',
  preload: true,
  variable: '--font-thai',
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+02D7,U+0303,U+0331,U+0E01-0E5B,U+200C-200D,U+25CC' }],
});

const latin = localFont({
  src: './anuphan-latin-wght-normal.woff2',
  weight: '100 700',
  display: 'swap',
  preload: true,
  variable: '--font-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

/** Classes that define --font-thai and --font-latin; tokens.css and the theme name the family from them. */
export const fontClasses = `${thai.variable} ${latin.variable}`;
