import type { Day } from '@/domain/day';
import { KeepCode } from './keep-code';

/** A query parameter. */
type Code = string | string[] | undefined;

/** Stores the invitation code of the address. The code of the registration takes precedence. */
export function Invited({ code, attached, today }: { code: Code; attached: string | null; today: Day }) {
  return typeof code === 'string' && attached === null && <KeepCode code={code} today={today} />;
}
