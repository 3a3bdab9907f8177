import { announceNavigation } from '@/components/shell/navigation';

/** Next calls it at the start of every router move: links, `router.push` and `replace`, back and forward. */
export function onRouterTransitionStart(address: string): void {
  announceNavigation(address);
}
