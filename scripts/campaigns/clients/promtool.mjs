// promtool (Debian: prometheus): the metrics of the product and its alert rules.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { check, checkTrue, place } from './place.mjs';

const answer = await fetch(`${place.site}/api/metrics`, {
  headers: { authorization: `Bearer ${place.operatorToken}` },
});
const metrics = await answer.text();
checkTrue('the metrics are served', answer.ok && metrics.includes('# TYPE'));
const promtool = (args, input) =>
  execFileSync('promtool', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
await check('promtool check metrics', () => promtool(['check', 'metrics'], metrics));
const rules = process.env.CLIENTS_RULES ?? '';
await check('promtool check rules', () => promtool(['check', 'rules', rules]));
const objectives = join(dirname(rules), 'alerts.test.yml');
await check('promtool test rules', () => promtool(['test', 'rules', objectives]));
