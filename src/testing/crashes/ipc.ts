import { clockOffset } from '@/server/platform/clock';
import { arm, installGates, passedGates, type StopPoint } from './gates';

/** A message from the parent to a process under test. */
export type ParentMessage = { begin: true } | { arm: StopPoint } | { report: 'offset' | 'gates' };

/** A message from a process under test to its parent. */
export type ChildMessage = 'ready' | 'begun' | { port: number } | Report;
type Report = { offset: number } | { gates: readonly string[] };

export const sendToParent = (message: ChildMessage): void => void process.send?.(message);

/**
 * Reports `ready` when the code is loaded, and calls `main` when the parent sends `begin`. A test can
 * therefore measure the load time separately and load the next process in advance.
 */
export function runOnRequest(main: () => Promise<unknown>): void {
  process.on('message', (message: ParentMessage) => {
    if ('arm' in message) arm(message.arm);
    else if ('report' in message)
      sendToParent(message.report === 'offset' ? { offset: clockOffset() } : { gates: passedGates() });
    else {
      installGates();
      void main().then(() => sendToParent('begun'));
    }
  });
  process.once('disconnect', () => process.exit(0));
  sendToParent('ready');
}
