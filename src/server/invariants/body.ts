/** An invariant: its name, and a query of `clock` and tables that returns the `id` of every violating row. */
export type InvariantBody = readonly [name: string, body: string];
