import { simulate, type Wishes } from '../src/testing/simulation/simulate';

/* One seed in a process of its own: a run holds the clock, the network and chance of its whole process. */
process.once('message', (wishes: Wishes) => {
  simulate(wishes).then(
    (verdict) => process.send?.({ verdict }, () => process.exit(0)),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ error: text }, () => process.exit(1));
    },
  );
});
