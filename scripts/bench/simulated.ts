import { root, runTool } from '../launch/terminal.mjs';
import type { Size } from './main';
import type { Report } from './report';
import type { Stage } from './stage';

const SEEDS = 4;
const SUBSCRIBERS = 50;
const YEARS = 1;

/** Measures the simulated orders per second. Fails if the simulation finds a violation. */
export async function simulated(stage: Stage, { subscribers = SUBSCRIBERS }: Size): Promise<Report[]> {
  const args = ['--seeds', `${SEEDS}`, '--subscribers', `${subscribers}`, '--years', `${YEARS}`];
  const said = await runTool({
    what: 'the simulation',
    command: process.execPath,
    args: ['--import', 'tsx', 'scripts/sim.ts', ...args, '--trial'],
    cwd: root,
    signal: stage.signal,
  });
  const [, orders, seconds] = /(\d+) orders in (\d+) s/.exec(said) ?? [];
  if (orders === undefined) throw new Error(`the simulation did not say how many orders it had:\n${said}`);
  return [
    {
      title: `simulated: ${SEEDS} seeds, ${subscribers} subscribers for ${YEARS} year, two processes`,
      rows: [
        {
          orders: Number(orders),
          seconds: Number(seconds),
          'orders per second': Number(orders) / Number(seconds),
        },
      ],
      notes: ['every order with its people, faults and judge; on PostgreSQL without fsync'],
    },
  ];
}
