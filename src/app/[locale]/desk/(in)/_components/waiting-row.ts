import type { DeskOutputs } from '@/trpc/desk';

type Waiting = DeskOutputs['today']['read']['waiting'][number];

/** An entry that waits for a decision, and the name of its group. */
export type WaitingRow = Waiting['rows'][number];
export type WaitingName = Waiting['group'];
