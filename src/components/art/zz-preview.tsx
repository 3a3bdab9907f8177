import { renderToStaticMarkup as r } from 'react-dom/server';
import { writeFileSync } from 'node:fs';
import { OpenBoxArt, ClosedBoxArt } from './box';
import { PackArt } from './pack';
import { PadShape } from './pad';
import { lookOf } from './product-look';
import { CalendarArt, CardArt, ParcelArt, RainArt, SprigArt } from './scenes';
import { Wordmark } from './wordmark';
const codes = [
  'panty-liners',
  'light-day-pads',
  'day-pads',
  'night-pads',
  'night-pads-xl',
  'starter-pack',
  'starter-pack-v2',
];
const q = (productCode: string, quantity: number) => ({ productCode, quantity });
const html = r(
  <body style={{ background: '#f6e3df', margin: 20 }}>
    <style>{'svg{display:inline-block;margin:8px}'}</style>
    <div style={{ width: 120, color: '#96262c' }}>
      <Wordmark />
    </div>
    <div style={{ display: 'flex' }}>
      {codes.map((c) => (
        <div key={c} style={{ width: 130 }}>
          <PackArt code={c} />
        </div>
      ))}
    </div>
    <svg width="900" height="420" viewBox="0 0 900 420">
      {codes.slice(0, 5).map((c, i) => (
        <PadShape
          key={c}
          pad={lookOf(c).pad!}
          scale={1.4}
          x={20 + (i > 2 ? 0 : 0)}
          y={60 + i * 0 + i * 90}
          core={lookOf(c).band}
        />
      ))}
    </svg>
    <div style={{ display: 'flex', flexWrap: 'wrap' }}>
      {[
        [],
        [q('light-day-pads', 1), q('panty-liners', 1)],
        [q('day-pads', 1), q('night-pads', 1), q('panty-liners', 1)],
        [q('day-pads', 2), q('night-pads', 1), q('night-pads-xl', 1), q('panty-liners', 1)],
        [q('day-pads', 4), q('night-pads', 3), q('panty-liners', 2), q('starter-pack', 1)],
        [q('day-pads', 10), q('night-pads-xl', 6), q('panty-liners', 4)],
      ].map((items, i) => (
        <div key={i} style={{ width: 400 }}>
          <OpenBoxArt items={items} />
        </div>
      ))}
      <div style={{ width: 400 }}>
        <ClosedBoxArt />
      </div>
    </div>
    <div style={{ display: 'flex' }}>
      {[CalendarArt, ParcelArt, SprigArt, CardArt, RainArt].map((A, i) => (
        <div key={i} style={{ width: 160 }}>
          <A />
        </div>
      ))}
    </div>
  </body>,
);
writeFileSync('/tmp/ira/ui/art.html', '<!doctype html>' + html);
for (const c of codes) console.log(c, r(<PackArt code={c} />).length);
console.log(
  r(
    <OpenBoxArt
      items={[q('day-pads', 2), q('night-pads', 1), q('night-pads-xl', 1), q('panty-liners', 1)]}
    />,
  ).length,
  r(<ClosedBoxArt />).length,
);
