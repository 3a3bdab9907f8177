import { announceNavigation } from '@/components/shell/navigation';

/**
 * Announces a navigation. Next calls this function at the start of every navigation by its router: links,
 * `router.push` and `replace`, back and forward.
 */
export function onRouterTransitionStart(address: string): void {
  announceNavigation(address);
}
