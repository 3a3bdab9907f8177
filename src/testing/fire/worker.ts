import '@/worker/start';
import { waitForOrders } from './orders';

// The worker as it is run in production, with gates.
waitForOrders(() => import('@/worker/main'));
