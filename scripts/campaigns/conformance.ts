import { parseArgs } from 'node:util';
import { accountsOf, PROVIDERS, startSandbox, type Provider } from './conformance/providers';
import { compareResponses } from './conformance/shapes';

const USAGE = `npm run task -- conformance [${PROVIDERS.join('] [')}]

Calls the card gateway, LINE and the courier with the keys of the environment, which must belong to test accounts, and
compares each response with the sandbox, field by field. A provider without keys is the sandbox itself, so that nothing is
shown about it. LINE_FRIEND: id of a friend of the account, who gets a message. MYCLOUD_SKU: a product of the warehouse.`;

/** Compares one provider with the sandbox, and prints each step. @returns the number of steps that differ */
async function compare(provider: Provider, sandboxEnv: Record<string, string | undefined>): Promise<number> {
  const own = accountsOf(process.env)[provider];
  const friend = own.host === null ? {} : { LINE_FRIEND: process.env.LINE_FRIEND && sandboxEnv.LINE_FRIEND };
  const sandbox = accountsOf({ ...sandboxEnv, ...friend })[provider];
  const expected = await sandbox.call();
  const found = await (own.host === null ? sandbox : own).call();
  console.log(
    `\n${provider}: ${own.host ?? 'no keys are set, so that the sandbox was compared with itself'}`,
  );
  let different = 0;
  for (const response of expected) {
    const differences = compareResponses(
      response,
      found.find(({ step }) => step === response.step),
    );
    console.log(`  ${differences.length === 0 ? 'same     ' : 'DIFFERENT'} ${response.step}`);
    for (const difference of differences) console.log(`            ${difference}`);
    if (differences.length > 0) different += 1;
  }
  return different;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const wanted = PROVIDERS.filter((one) => positionals.length === 0 || positionals.includes(one));
if (values.help || wanted.length === 0) console.log(USAGE);
else {
  const sandbox = await startSandbox();
  try {
    let different = 0;
    for (const provider of wanted) different += await compare(provider, sandbox.env);
    console.log(different === 0 ? '\nall steps are the same' : `\n${different} steps differ`);
    if (different > 0) process.exitCode = 1;
  } finally {
    sandbox.stop();
  }
}
