import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brokenHouseRules } from './house-rules';
import { circles, importsOf, lateStyles, refusedImports, roomArrows, shownArrows } from './imports';
import { ROOMS } from './layers';
import { unsentTexts } from './page-texts';
import { tooLong } from './sizes';
import { codeFiles, listed, readSource, type Problem } from './source';

const TIMEOUT_MS = 60_000;
const files = codeFiles();
const sources = files.map(readSource);
const { graph, problems: unresolved } = importsOf(sources, listed('*'));
const texts = (problems: Problem[]) =>
  problems.map(({ file, line, message }) => `${file}:${line} ${message}`).sort();

describe('The code', { timeout: TIMEOUT_MS }, () => {
  test('is read completely', () => {
    expect(sources.length).toBeGreaterThan(1500);
    const code = listed('src/*.ts', 'src/*.tsx', 'e2e/*.ts', '*.mjs').filter(
      (file) => !/^(src\/server\/api\/client\/package|scripts\/campaigns\/clients)\//.test(file),
    );
    expect(sources.map(({ file }) => file)).toEqual(expect.arrayContaining(code));
    expect(sources.flatMap(({ file, errors }) => errors.map((error) => `${file}: ${error}`))).toEqual([]);
    expect(texts(unresolved)).toEqual([]);
  });

  test('obeys the house rules', () => {
    expect(texts(sources.flatMap(brokenHouseRules))).toEqual([]);
  });

  test('has no file and no function that is too long', () => {
    expect(texts(sources.flatMap(tooLong))).toEqual([]);
  });

  test('imports only what its layer allows', () => {
    expect(texts(refusedImports(graph))).toEqual([]);
  });

  test('has the rooms that docs/architecture.md draws, with at most 60 arrows between them', () => {
    const arrows = roomArrows(graph);
    const [, drawing = ''] =
      /flowchart TB\n  %% rooms\n([^]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
    const drawn = drawing.split('\n').flatMap((line) => {
      const [from, to] = line.trim().split(' --> ');
      return to === undefined ? [] : to.split(' & ').map((room) => `${from} -> ${room}`);
    });
    expect(drawn.toSorted()).toEqual(shownArrows(arrows).toSorted());
    expect(new Set(drawn.flatMap((arrow) => arrow.split(' -> ')))).toEqual(new Set(Object.keys(ROOMS)));
    expect(arrows.size).toBeLessThanOrEqual(60);
  });

  test('sends each page the texts that its client components say', () => {
    const ofApp = new Map(
      sources.filter(({ file }) => file.startsWith('src/')).map((one) => [one.file, one]),
    );
    expect(texts(unsentTexts(graph, ofApp))).toEqual([]);
  });

  test('loads the styles of what a page shows with the page', () => {
    expect(texts(lateStyles(graph))).toEqual([]);
  });

  test('has no import circle', () => {
    expect(texts(circles(graph))).toEqual([]);
  });
});
