import type { Day } from '@/domain/day';
import { KeepCode } from './keep-code';

/** The value of a query parameter. */
type Code = string | string[] | undefined;

/** Stores the invitation code of the query, unless the registration already has a code (`attached`). */
export function Invited({ code, attached, today }: { code: Code; attached: string | null; today: Day }) {
  return typeof code === 'string' && attached === null && <KeepCode code={code} today={today} />;
}
