import { isOfCaller, type ThrottleName } from '@/domain/throttle';
import { systemNow } from './clock';
import { presentTrace } from './trace';

/** A limit that counted the present request. `left`: the uses that remain in the window. */
interface CountedLimit {
  name: ThrottleName;
  max: number;
  left: number;
  windowMinutes: number;
  endsAt: Date;
}

/** The limit to show of each request that runs. */
const shown = new WeakMap<object, CountedLimit>();

/** Notes a limit for the fields of the response. Of several limits the one with the fewest uses left is shown. */
export function showLimit(limit: CountedLimit): void {
  const trace = presentTrace();
  if (!trace || !isOfCaller(limit.name)) return;
  if ((shown.get(trace)?.left ?? Infinity) > limit.left) shown.set(trace, limit);
}

/**
 * Returns the RateLimit fields of the response to the present request (draft-ietf-httpapi-ratelimit-headers-10). Empty
 * when no limit of the caller counted it: the limits of an account or an e-mail would tell what others do with it.
 */
export function limitFields(): Record<string, string> {
  const trace = presentTrace();
  const limit = trace && shown.get(trace);
  if (!limit) return {};
  const seconds = Math.max(0, Math.ceil((limit.endsAt.getTime() - systemNow().getTime()) / 1000));
  return {
    'ratelimit-policy': `"${limit.name}";q=${limit.max};w=${limit.windowMinutes * 60}`,
    ratelimit: `"${limit.name}";r=${limit.left};t=${seconds}`,
  };
}
