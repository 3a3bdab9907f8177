import { simulate, type SimulationOptions } from '../../src/testing/simulation/simulate';

/* Runs one seed. Each seed has its own process, because a run replaces clock, network and randomness of its process. */
process.once('disconnect', () => process.exit(1));
process.once('message', (options: SimulationOptions) => {
  simulate(options).then(
    (result) => process.send?.({ result }, () => process.exit(0)),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ error: text }, () => process.exit(1));
    },
  );
});
