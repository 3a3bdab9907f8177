import { keepTogether } from './keep-together';
import * as th from './th';

function keepAll<Words extends object>(words: Words): Words {
  const kept = Object.entries(words).map(([key, value]: [string, string | object]) => [
    key,
    typeof value === 'string' ? keepTogether(value) : keepAll(value),
  ]);
  return Object.fromEntries(kept) as Words;
}

/** The Thai dictionary of the pages, with compound words that stay on one line. Mails and the API use `th`. */
export default keepAll(th);
