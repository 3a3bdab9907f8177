import { lineAt, type Problem, type Source } from './source';

const FILE_MAX = 350;
const TEST_FILE_MAX = 400;
const FUNCTION_MAX = 70;
const COMPONENT_MAX = 120;

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const isTest = (file: string) => /(\.test\.tsx?$|^e2e\/|^src\/testing\/)/.test(file);
const written = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

/** Returns the parts of a source that are too long. Blank lines are not counted. */
export function tooLong(source: Source): Problem[] {
  const { file, text } = source;
  const lines = written(text);
  if (!/\.tsx?$/.test(file) || lines <= FUNCTION_MAX) return [];
  const fileMax = isTest(file) ? TEST_FILE_MAX : FILE_MAX;
  const isLong = !file.startsWith('src/locales/') && lines > fileMax;
  return [
    ...(isLong ? [{ file, line: 1, message: `file-size: ${lines} lines of at most ${fileMax}.` }] : []),
    ...(isTest(file) ? [] : longFunctions(source)),
  ];
}

function longFunctions({ file, text, nodes }: Source): Problem[] {
  const most = file.endsWith('.tsx') ? COMPONENT_MAX : FUNCTION_MAX;
  return nodes
    .filter(({ type }) => FUNCTION.test(type))
    .map(({ start, end }) => ({ start, lines: written(text.slice(start, end)) }))
    .filter(({ lines }) => lines > most)
    .map(({ start, lines }) => ({
      file,
      line: lineAt(text, start),
      message: `function-size: ${lines} lines of at most ${most}.`,
    }));
}
