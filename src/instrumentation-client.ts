import { announceNavigation } from '@/components/shell/navigation';

/**
 * Notifies the page that a navigation starts. Next calls this function for every navigation by its router:
 * links, `router.push` and `replace`, back and forward.
 */
export function onRouterTransitionStart(address: string): void {
  announceNavigation(address);
}
