import type { Day } from '@/domain/day';
import { KeepCode } from './keep-code';

/** As an address has it. */
type Code = string | string[] | undefined;

/** Keeps the code of an invitation that the address carries. Of two codes the one that the registration has stays. */
export function Invited({ code, attached, today }: { code: Code; attached: string | null; today: Day }) {
  return typeof code === 'string' && attached === null && <KeepCode code={code} today={today} />;
}

/** The address of a step, with the code for whoever goes on before the invitation has kept it. */
export function withCode(path: string, code: Code): string {
  return typeof code === 'string' ? `${path}?code=${encodeURIComponent(code)}` : path;
}
