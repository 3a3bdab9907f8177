import { lazy, type ComponentProps, type ComponentType } from 'react';

/** Returns a component whose script is loaded when it is shown. Server components can name it, but no lazy one. */
export function split<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Content = lazy(async () => ({ default: await load() }));
  return function Split(props: Props) {
    return <Content {...(props as ComponentProps<typeof Content>)} />;
  };
}
