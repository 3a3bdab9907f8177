/** An order as the judge reads it: satang, days as YYYY-MM-DD. */
export interface OrderRow extends Record<string, unknown> {
  id: string;
  account: string;
  cycle: number;
  kind: string;
  status: string;
  date: string;
  total: number;
  box: number;
  paid_on: string | null;
}
