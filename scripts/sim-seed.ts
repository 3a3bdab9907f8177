import { simulate, type SimulationOptions } from '../src/testing/simulation/simulate';

/* Each seed runs in its own process, because a run replaces the clock, the network and randomness of the process. */
process.once('message', (options: SimulationOptions) => {
  simulate(options).then(
    (result) => process.send?.({ result }, () => process.exit(0)),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ error: text }, () => process.exit(1));
    },
  );
});
