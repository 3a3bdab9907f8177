import '@/worker/start';
import { runOnRequest } from './ipc';

// The production worker with gates.
runOnRequest(() => import('@/worker/main'));
