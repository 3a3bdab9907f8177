import '@/worker/start';
import { runOnRequest } from './ipc';

// Starts the production worker with gates.
runOnRequest(() => import('@/worker/main'));
