import { WordmarkPaths } from './box';
import { Scene, stroke, type SceneProps } from './scene';

const RED = '#96262c';
const BLUSH = '#f6e3df';
const LEAF = '#3f6b54';
const CARD = '#e9cfae';
const CARD_SHADE = '#d8b88f';

/** Draws a reward: a small box with a ribbon and a slightly open lid. */
export function GiftArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 120 120">
      <g {...stroke}>
        <path d="M22 56H98V104Q98 108 94 108H26Q22 108 22 104Z" fill={CARD} />
        <path d="M52 56H68V108H52Z" fill={BLUSH} />
        <path d="M14 38 104 33 106 51 16 56Z" fill={CARD_SHADE} />
        <path d="M51 36 68 35 69 53 52 54Z" fill={BLUSH} />
        <path d="M59 35C46 33 38 26 41 18 45 10 57 18 60 33 61 17 71 7 77 14 82 22 73 31 59 35Z" fill={RED} />
        <path d="M59 35C52 30 49 25 47 21M59 34C64 29 68 24 71 19" fill="none" opacity=".45" />
      </g>
    </Scene>
  );
}

/** Draws points as round coins with the brand's leaf. */
export function TokensArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 120 96">
      <g {...stroke}>
        <path d="M14 78V66H64V78C64 90 14 90 14 78Z" fill={CARD_SHADE} />
        <ellipse cx="39" cy="66" rx="25" ry="9" fill={CARD} />
        <path d="M16 62V52H66V62C66 74 16 74 16 62Z" fill={CARD_SHADE} />
        <ellipse cx="41" cy="52" rx="25" ry="9" fill={CARD} />
        <circle cx="82" cy="46" r="33" fill={BLUSH} />
        <circle cx="82" cy="46" r="25" fill="#fff" strokeDasharray="2 5" />
        <path d="M82 63C67 54 67 37 82 26 97 37 97 54 82 63Z" fill={LEAF} />
        <path d="M82 63V38" fill="none" stroke="#fff" />
      </g>
    </Scene>
  );
}

/** Draws an invitation: an envelope with a letter half outside. The seal of the letter is a leaf. */
export function InvitationArt({ title, className }: SceneProps) {
  return (
    <Scene title={title} className={className} viewBox="0 0 160 120">
      <g {...stroke}>
        <path d="M26 54 80 16 134 54V108Q134 112 130 112H30Q26 112 26 108Z" fill={CARD_SHADE} />
        <path d="M42 22H118Q121 22 121 25V92H39V25Q39 22 42 22Z" fill="#fff" />
        <g transform="translate(61 29) scale(.62)" stroke="none" fill={RED}>
          <WordmarkPaths />
        </g>
        <path d="M54 62H106M54 71H92" fill="none" opacity=".4" />
        <path d="M26 56 74 88Q80 92 86 88L134 56V108Q134 112 130 112H30Q26 112 26 108Z" fill={CARD} />
        <circle cx="80" cy="92" r="13" fill={RED} />
        <path d="M80 100C73 96 73 88 80 83 87 88 87 96 80 100Z" fill={BLUSH} strokeWidth="1.2" />
      </g>
    </Scene>
  );
}

const BRANCH = [
  'M60 92C50 96 41 93 36 84 46 80 55 83 60 92Z',
  'M48 82C38 82 31 76 29 66 39 66 47 72 48 82Z',
  'M39 68C29 64 25 56 27 46 36 50 41 58 39 68Z',
  'M35 52C28 44 28 35 34 27 41 34 41 44 35 52Z',
  'M39 36C36 26 40 18 48 13 51 23 48 31 39 36Z',
];

/** Draws a wreath of ten leaves, one for each box of a milestone. */
export function WreathArt({ title, className }: SceneProps) {
  const half = BRANCH.map((leaf, index) => (
    <path key={leaf} d={leaf} fill={index % 2 === 0 ? LEAF : '#8db09b'} />
  ));
  return (
    <Scene title={title} className={className} viewBox="0 0 120 104">
      <g {...stroke}>
        {half}
        <g transform="matrix(-1 0 0 1 120 0)">{half}</g>
        <path d="M46 48H74V70Q74 72 72 72H48Q46 72 46 70Z" fill={CARD} />
        <path d="M43 40H77V49H43Z" fill={CARD_SHADE} />
        <path d="M56 40H64V72H56Z" fill={BLUSH} />
      </g>
    </Scene>
  );
}
