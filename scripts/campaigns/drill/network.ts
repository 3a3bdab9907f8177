import { spawnSync } from 'node:child_process';
import { Refusal } from '../../start/terminal.mjs';

/** The address of this machine in the network of the nodes. */
export const HOST_ADDRESS = '10.213.0.1';
const BRIDGE = 'ira-drill';

/** A network in which each node has a namespace, an address and a link of its own. */
export interface Network {
  addressOf(name: string): string;
  namespaceOf(name: string): string;
  /** Takes the link of a node down. Its packets get lost without a reset, as with a broken cable. */
  cut(name: string): void;
  /** Takes the link of a node up again. */
  join(name: string): void;
  close(): void;
}

const tryIp = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' });

/** Runs `ip`. @throws Refusal with its message */
function ip(...args: string[]): void {
  const { status, stderr, error } = tryIp(...args);
  if (status === 0) return;
  throw new Refusal(`ip ${args.join(' ')}: ${stderr || error?.message}. Network namespaces need root.`);
}

/** Opens the network of a drill on a bridge. Replaces that of an interrupted drill. */
export function openNetwork(names: readonly string[]): Network {
  const link = (name: string) => `ira-${name}`;
  const addressOf = (name: string) => `10.213.0.${11 + names.indexOf(name)}`;
  const close = () => {
    for (const name of names) tryIp('netns', 'delete', link(name));
    for (const name of names) tryIp('link', 'delete', link(name));
    tryIp('link', 'delete', BRIDGE);
  };
  close();
  process.once('exit', close);
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${HOST_ADDRESS}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const name of names) {
    const inside = ['-n', link(name)];
    ip('netns', 'add', link(name));
    ip('link', 'add', link(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', link(name));
    ip('link', 'set', link(name), 'master', BRIDGE, 'up');
    ip(...inside, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip(...inside, 'link', 'set', device, 'up');
  }
  return {
    addressOf,
    namespaceOf: link,
    cut: (name) => ip('link', 'set', link(name), 'down'),
    join: (name) => ip('link', 'set', link(name), 'up'),
    close,
  };
}
