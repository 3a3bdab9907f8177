import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seed } from '@/testing/seed';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const accounts = await seed(process.env);
if (values.out === undefined) {
  for (const account of accounts) process.stdout.write(`${account.email}  ${account.about}\n`);
} else {
  writeFileSync(values.out, JSON.stringify(accounts));
}
