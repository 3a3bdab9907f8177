import { Fragment } from 'react';
import own from './subscriber.module.css';

export interface Fact {
  name: string;
  value: React.ReactNode;
}

/** Shows names with their values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={own.facts}>
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
