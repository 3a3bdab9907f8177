const ACCOUNT = /^acc_[\da-z]+$/;
/** The ids of what belongs to one person: subscription, order, payment, refund, transfer, message and the like. */
const OWNED = /^(reg|ord|pay|att|mon|rfd|dsp|lnk|trf|msg|doc|stf|cnv)_[\da-z]+$/;

/**
 * Returns how many persons an answer of the desk is about, found by the ids in it: the accounts, or without accounts the
 * orders, payments, messages and so on. 0 for an answer without personal data.
 */
export function countPersons(answer: unknown): number {
  const [accounts, owned] = [new Set<string>(), new Set<string>()];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (ACCOUNT.test(value)) accounts.add(value);
      else if (OWNED.test(value)) owned.add(value);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(answer);
  return accounts.size > 0 ? accounts.size : owned.size;
}
