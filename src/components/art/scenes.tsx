import { Scene, stroke, type SceneProps } from './scene';

/** Draws a calendar page: with one circled day of the month, or with a tick for something that is done. */
export function CalendarArt({ done, title, className }: SceneProps & { done?: boolean }) {
  return (
    <Scene title={title} className={className} viewBox="0 0 120 120">
      <g {...stroke}>
        <path d="M20 24H100Q104 24 104 28V88L88 104H20Q16 104 16 100V28Q16 24 20 24Z" fill="#fff" />
        <path d="M104 88H92Q88 88 88 92V104Z" fill="#f6e3df" />
        <path d="M20 24H100Q104 24 104 28V44H16V28Q16 24 20 24Z" fill="#96262c" />
        <path d="M38 16V30M82 16V30" />
        {done ? (
          <path d="M44 72 55 84 77 60" fill="none" stroke="#3f6b54" strokeWidth="5" />
        ) : (
          <circle cx="58" cy="73" r="22" fill="#f6e3df" stroke="#96262c" />
        )}
      </g>
      {!done && (
        <text x="58" y="81" textAnchor="middle" fontSize="23" fontWeight="600" fill="#96262c">
          20
        </text>
      )}
    </Scene>
  );
}

/** Draws a parcel in delivery. */
export function ParcelArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 160 120">
      <g {...stroke}>
        <path d="M6 58H28M2 74H22M10 90H28" fill="none" opacity=".5" />
        <path d="M40 46H96V98H40Z" fill="#e9cfae" />
        <path d="M40 46 48 36H104L96 46Z" fill="#d8b88f" />
        <path d="M96 46 104 36V88L96 98Z" fill="#c9a578" />
        <path d="M62 46H76V62L69 66 62 62Z" fill="#f6e3df" />
        <path d="M128 98V46Q128 34 139 34Q150 34 150 46V98Z" fill="#3f6b54" />
        <circle cx="134" cy="70" r="1.6" fill="#fff" />
        <path d="M118 98H158" />
      </g>
    </Scene>
  );
}

/** Draws a small branch with leaves. It marks organic products and empty lists. */
export function SprigArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 80 80">
      <g {...stroke} fill="none">
        <path d="M40 74C40 54 40 40 42 20" />
        <path d="M42 20C34 14 34 6 42 2 50 8 50 15 42 20Z" fill="#3f6b54" />
        <path d="M41 40C30 40 24 34 22 24 33 24 40 30 41 40Z" fill="#8db09b" />
        <path d="M40 52C52 52 58 45 60 35 48 36 41 42 40 52Z" fill="#3f6b54" />
        <path d="M40 66C30 66 24 61 22 52 32 52 39 57 40 66Z" fill="#8db09b" />
      </g>
    </Scene>
  );
}

/** Draws a paper bag with the leaf, for a shop product without its own drawing. */
export function BagArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 100 120">
      <g {...stroke}>
        <path d="M36 40V26Q36 12 50 12T64 26V40" fill="none" />
        <path d="M18 36H82L88 108Q88 112 84 112H16Q12 112 12 108Z" fill="#e9cfae" />
        <path d="M18 36H82L83 48H17Z" fill="#d8b88f" />
        <path d="M50 94C38 86 37 72 50 60 63 72 62 86 50 94Z" fill="#96262c" />
        <path d="M50 104V72" stroke="#f6e3df" />
      </g>
    </Scene>
  );
}

/** Draws a card with its chip, for payment tiles. */
export function CardArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 96 72">
      <g {...stroke}>
        <rect x="6" y="10" width="84" height="54" rx="8" fill="#96262c" />
        <path d="M6 24H90V34H6Z" fill="#2b1f1d" />
        <rect x="16" y="42" width="16" height="12" rx="3" fill="#e9cfae" />
        <path d="M64 50H78" stroke="#f6e3df" />
      </g>
    </Scene>
  );
}

const SCREENS = {
  phone: { frame: 'M22 6H42Q46 6 46 10V54Q46 58 42 58H22Q18 58 18 54V10Q18 6 22 6Z', mark: 'M29 52H35' },
  tablet: { frame: 'M14 6H50Q54 6 54 10V54Q54 58 50 58H14Q10 58 10 54V10Q10 6 14 6Z', mark: 'M29 52H35' },
  computer: { frame: 'M14 12H50Q53 12 53 15V44H11V15Q11 12 14 12Z', mark: 'M5 50H59L55 44H9Z' },
  program: {
    frame: 'M12 12H52Q56 12 56 16V48Q56 52 52 52H12Q8 52 8 48V16Q8 12 12 12Z',
    mark: 'M18 26 26 32 18 38M32 40H42',
  },
} as const;

/** Draws the device of a session. */
export function DeviceArt({ form, title, className }: SceneProps & { form: keyof typeof SCREENS }) {
  const { frame, mark } = SCREENS[form];
  return (
    <Scene title={title} className={className} viewBox="0 0 64 64">
      <g {...stroke}>
        <path d={frame} fill="#fff" />
        <path d={mark} fill={form === 'computer' ? '#e9cfae' : 'none'} />
        {form !== 'program' && (
          <path
            d="M32 36C26 32 24 28 26 25 28 22 31 23 32 26 33 23 36 22 38 25 40 28 38 32 32 36Z"
            fill="#96262c"
          />
        )}
      </g>
    </Scene>
  );
}
