import { parseArgs } from 'node:util';
import { callerEnv } from '../start/settings.mjs';
import { root, runProgram } from '../start/terminal.mjs';
import {
  accountsOf,
  PROVIDERS,
  requireAccounts,
  startSandbox,
  type Env,
  type Provider,
} from './conformance/providers';
import { compareRuns } from './conformance/shapes';

const USAGE = `npm run task -- conformance [${PROVIDERS.join('] [')}]

Calls the card gateway, LINE and the courier with the keys of test accounts, and compares each response with the sandbox,
field by field. Exit code 0: no difference. The settings come from the environment or .env:

  omise    OMISE_PUBLIC_KEY, OMISE_SECRET_KEY: test keys; a live key is refused. Leaves charges.
  line     LINE_LOGIN_CHANNEL_SECRET, LINE_MESSAGING_ACCESS_TOKEN, LINE_FRIEND: id of a friend of the account, who gets a
           message.
  mycloud  MYCLOUD_API_KEY, MYCLOUD_SECRET_KEY, MYCLOUD_SKU: a product of the warehouse; MYCLOUD_DELIVERY_MODE if another
           than 3. Leaves parcels.

Nothing is called while a setting of a named provider is missing.`;

/** Compares one provider with the sandbox, and prints each step. @returns the number of steps that differ */
async function compare(provider: Provider, env: Env, sandboxEnv: Env): Promise<number> {
  const account = accountsOf(env)[provider];
  console.log(`\n${provider}: ${account.host}`);
  const steps = compareRuns(await accountsOf(sandboxEnv)[provider].call(), await account.call());
  for (const { step, differences } of steps) {
    console.log(`  ${differences.length === 0 ? 'same     ' : 'DIFFERENT'} ${step}`);
    for (const difference of differences) console.log(`            ${difference}`);
  }
  return steps.filter(({ differences }) => differences.length > 0).length;
}

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  const wanted = PROVIDERS.filter((one) => positionals.length === 0 || positionals.includes(one));
  if (values.help || wanted.length === 0) return console.log(USAGE);
  const env = callerEnv(process.env, root);
  requireAccounts(env, wanted);
  const sandbox = await startSandbox();
  try {
    let different = 0;
    for (const provider of wanted) different += await compare(provider, env, sandbox.env);
    console.log(different === 0 ? '\nall steps are the same' : `\n${different} steps differ`);
    if (different > 0) process.exitCode = 1;
  } finally {
    sandbox.stop();
  }
});
