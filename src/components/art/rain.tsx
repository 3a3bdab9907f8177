import { Scene, stroke, type SceneProps } from './scene';

/** Draws an umbrella in the rain, for error pages. */
export function RainArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 120 120">
      <g {...stroke} fill="none">
        <path d="M16 18V30M40 8V20M66 16V28M92 8V20M106 30V42" opacity=".5" />
        <path
          d="M16 72C18 46 38 34 60 34S102 46 104 72C94 64 84 64 75 72 66 64 54 64 45 72 36 64 26 64 16 72Z"
          fill="#96262c"
        />
        <path d="M60 34V28M60 68V98Q60 108 51 108 42 108 42 99" />
      </g>
    </Scene>
  );
}
