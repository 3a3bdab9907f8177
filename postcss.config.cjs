module.exports = {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      variables: {
        'mantine-breakpoint-mobile': '440px',
        'mantine-breakpoint-desktop': '441px',
        'mantine-breakpoint-sm': '600px',
        'mantine-breakpoint-md': '900px',
        'mantine-breakpoint-lg': '1200px',
      },
    },
  },
};
