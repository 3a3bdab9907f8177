import { clockOffset } from '@/server/platform/clock';
import { arm, installGates, passedGates, type StopPoint } from './gates';

/** Messages of the parent to a process under test. */
export type ParentMessage = { begin: true } | { arm: StopPoint } | { report: 'offset' | 'gates' };

/** Messages of the process to its parent. */
export type ChildMessage =
  'ready' | 'begun' | { port: number } | { offset: number } | { gates: readonly string[] };

export const sendToParent = (message: ChildMessage): void => void process.send?.(message);

/**
 * Reports that the code is loaded, and begins when the parent asks. So the load time is measured alone, and the next
 * process can be ready before the current one is killed.
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
