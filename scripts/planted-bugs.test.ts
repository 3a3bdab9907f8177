import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakLine, PLANTED_BUGS } from './planted-bugs';

test.each(PLANTED_BUGS)('the line that is broken by "$name" is still there', (bug) => {
  const texts = new Map<string, string>();
  for (const line of [bug, ...(bug.also ?? [])]) {
    const text = texts.get(line.file) ?? readFileSync(line.file, 'utf8');
    const broken = breakLine(text, line);
    expect(broken).not.toBe(text);
    texts.set(line.file, broken);
  }
});
