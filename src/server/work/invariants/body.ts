/**
 * An invariant: its name, and an SQL query that returns the `id` of every violating row. The query can read
 * the table `clock`.
 */
export type InvariantBody = readonly [name: string, body: string];
