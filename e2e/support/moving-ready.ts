import { setTimeout as sleep } from 'node:timers/promises';
import { START_LIMIT_MS, products } from './product';

/** Waits until the product whose clock the tests move is ready. The other product starts at the same time. */
export default async function waitForMoving(): Promise<void> {
  const address = `http://localhost:${products().moving.webPort}/api/ready`;
  const isReady = () =>
    fetch(address).then(
      ({ status }) => status === 200,
      () => false,
    );
  const until = performance.now() + START_LIMIT_MS;
  while (!(await isReady())) {
    if (performance.now() > until) throw new Error(`${address} did not answer as it should.`);
    await sleep(100);
  }
}
