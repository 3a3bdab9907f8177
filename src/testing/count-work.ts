import { Session } from 'node:inspector/promises';

/**
 * Starts to count the executed blocks and calls of source files: a measure of work that does not depend on the machine.
 * Must start before their functions are called for the first time, because compiled functions have no counters.
 * @param files a part of the files' paths, for example `src/domain/statement`
 * @returns a function that returns the count of an action; `stop` ends the counting
 */
export async function startCounting(files: string) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = async () => (await session.post('Profiler.takePreciseCoverage')).result;
  const countWork = async (action: () => void): Promise<number> => {
    await take();
    action();
    const counted = (await take()).filter(({ url }) => url.includes(files));
    const ranges = counted.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
  return { countWork, stop: () => session.disconnect() };
}
