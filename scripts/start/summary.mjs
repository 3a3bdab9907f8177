// @ts-check

/**
 * Returns the text with the product's URLs and demo accounts. Programs wait for its last line, `ready …`.
 * @param
 * {{ web: string, sandbox: string | null, env: NodeJS.ProcessEnv, seeded: import('./database.mjs').Seeded | null, logDir: string | null, isOpen: boolean }}
 * facts
 */
export function summary({ web, sandbox, env, seeded, logDir, isOpen }) {
  const rows = [
    ['web', env.SITE_URL === undefined || env.SITE_URL === web ? web : `${web}, known as ${env.SITE_URL}`],
    [
      'desk',
      `${env.DESK_URL ?? web}/desk, entered by: npm run ops -- staff invite you@example.com --role owner`,
    ],
    ...(sandbox === null
      ? []
      : [
          ['sandbox', sandbox],
          ['mailbox', `${sandbox}/mail`],
          ['operator', `Authorization: Bearer ${env.OPERATOR_TOKEN?.split(',')[0]}`],
        ]),
    ...(logDir === null ? [] : [['logs', logDir]]),
    ...(isOpen
      ? []
      : [['reached', 'from this machine only; HOST=0.0.0.0 with --reset opens it to the network']]),
  ];
  const wide = Math.max(0, ...(seeded?.accounts ?? []).map(({ email }) => email.length));
  const accounts =
    seeded === null
      ? []
      : [
          '',
          `Demo accounts, all with the password ${seeded.password}`,
          ...seeded.accounts.map(({ email, about }) => `  ${email.padEnd(wide)}  ${about}`),
        ];
  const ready = sandbox === null ? `ready ${web}` : `ready ${web} sandbox ${sandbox}`;
  return [
    '',
    ...rows.map(([name = '', value]) => `  ${name.padEnd(9)} ${value}`),
    ...accounts,
    '',
    ready,
  ].join('\n');
}
