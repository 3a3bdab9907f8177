/** The results of a billing run. */
export interface Counts {
  planned: number;
  charged: number;
  declined: number;
  unknown: number;
  linksSent: number;
  failed: number;
}

export const NOTHING: Counts = { planned: 0, charged: 0, declined: 0, unknown: 0, linksSent: 0, failed: 0 };

export function addCounts(a: Counts, b: Partial<Counts>): Counts {
  return {
    planned: a.planned + (b.planned ?? 0),
    charged: a.charged + (b.charged ?? 0),
    declined: a.declined + (b.declined ?? 0),
    unknown: a.unknown + (b.unknown ?? 0),
    linksSent: a.linksSent + (b.linksSent ?? 0),
    failed: a.failed + (b.failed ?? 0),
  };
}
