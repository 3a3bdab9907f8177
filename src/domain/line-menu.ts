import type { ChatState } from './line-answer';
import type { LineWish } from './line-words';

/** The size of the pictures of rich menus, in pixels. LINE wants 800 to 2500, and at least 1.45 times as wide as high. */
export const MENU_SIZE = { width: 1200, height: 810 } as const;
const COLUMNS = 3;
const ROWS = 2;

/** What a cell of a rich menu does: it asks a word, or opens a page. */
export type MenuTap = { asks: LineWish } | { opens: 'connect' | 'signUp' | 'how' };
export interface MenuCell {
  tap: MenuTap;
  bounds: { x: number; y: number; width: number; height: number };
}

/** The cells of each menu in reading order, with the number of columns that each takes. */
const CELLS: Record<ChatState, readonly (readonly [MenuTap, columns: number])[]> = {
  guest: [
    [{ opens: 'connect' }, 2],
    [{ opens: 'signUp' }, 1],
    [{ opens: 'how' }, 1],
    [{ asks: 'help' }, 1],
    [{ asks: 'person' }, 1],
  ],
  active: [
    [{ asks: 'next' }, 1],
    [{ asks: 'skip' }, 1],
    [{ asks: 'move' }, 1],
    [{ asks: 'box' }, 1],
    [{ asks: 'track' }, 1],
    [{ asks: 'points' }, 1],
  ],
  debt: [
    [{ asks: 'pay' }, 2],
    [{ asks: 'track' }, 1],
    [{ asks: 'points' }, 1],
    [{ asks: 'help' }, 1],
    [{ asks: 'person' }, 1],
  ],
  rest: [
    [{ asks: 'next' }, 2],
    [{ asks: 'track' }, 1],
    [{ asks: 'points' }, 1],
    [{ asks: 'help' }, 1],
    [{ asks: 'person' }, 1],
  ],
};

/** Returns the cells of the rich menu of a state. They cover its picture. */
export function menuCells(state: ChatState): MenuCell[] {
  const width = MENU_SIZE.width / COLUMNS;
  const height = MENU_SIZE.height / ROWS;
  let at = 0;
  return CELLS[state].map(([tap, columns]) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    at += columns;
    return { tap, bounds: { x: column * width, y: row * height, width: columns * width, height } };
  });
}
