import { clockOffset } from '@/server/platform/clock';
import { arm, gateEverything, passedGates, type Doom } from './gates';

/** What the parent may tell a process under fire. */
export type Command = { begin: true } | { arm: Doom } | { tell: 'offset' | 'gates' };

/** What such a process says to its parent. */
export type Word = 'ready' | 'begun' | { port: number } | { offset: number } | { gates: readonly string[] };

export const say = (word: Word): void => void process.send?.(word);

/**
 * Says that this process has read its code, and begins when told: how long a process takes to start is then known by
 * itself, and a new one may stand by for one that is about to die.
 */
export function waitForOrders(main: () => Promise<unknown>): void {
  process.on('message', (command: Command) => {
    if ('arm' in command) arm(command.arm);
    else if ('tell' in command)
      say(command.tell === 'offset' ? { offset: clockOffset() } : { gates: passedGates() });
    else {
      gateEverything();
      void main().then(() => say('begun'));
    }
  });
  process.once('disconnect', () => process.exit(0));
  say('ready');
}
