import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { menuLabels } from '@/emails/line-answer';
import { CHAT_STATES } from './line-answer';
import { MENU_SIZE, menuCells } from './line-menu';

const FOLDER = 'src/server/subscriber/line-chat/menus';

test('the cells of each menu cover its picture once', () => {
  for (const state of CHAT_STATES) {
    const cells = menuCells(state).map(({ bounds }) => bounds);
    const area = cells.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area, state).toBe(MENU_SIZE.width * MENU_SIZE.height);
    expect(cells.every(({ x, width }) => x + width <= MENU_SIZE.width)).toBe(true);
  }
});

test('the pictures are drawn with the present words, in the size of their cells and below the limit of LINE', () => {
  const drawn = JSON.parse(readFileSync(`${FOLDER}/labels.json`, 'utf8')) as unknown;
  expect(drawn, 'run `npm run task -- menus`').toEqual(menuLabels());
  for (const name of Object.keys(menuLabels())) {
    const picture = readFileSync(`${FOLDER}/${name}.png`);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([MENU_SIZE.width, MENU_SIZE.height]);
    expect(picture.length).toBeLessThan(1024 * 1024);
  }
});
