// @ts-check
// npm run words: refuses figurative words in comments, test titles and log events. Arguments: only these
// folders are checked.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root, runProgram } from './launch/terminal.mjs';

/** Refused words, each with the word to write instead. @type {[RegExp, string][]} */
const WORDS = [
  [/\bdoors?\b/gi, 'entry point (REST, tRPC, GraphQL)'],
  [/\brooms?\b/gi, 'module, capacity'],
  [/\b(house(?! (number|no))|houses|housekeeping)\b/gi, 'architecture, scheduled purge'],
  [/\bfloors\b/gi, 'layers'],
  // A JavaScript Promise is written with a capital letter or followed by its result.
  [/(?<!\ba )\bpromise[sd]?\b(?! (that )?(rejects|resolves))/g, 'invariant'],
  [/\bbooks\b/gi, 'ledger, records, database'],
  [/\b(ladders?|rungs?)\b/gi, 'retry schedule, retry attempt'],
  [/\blaps(e|es|ed|ing)\b/gi, 'expire'],
  [/\bmoney (that (was|is|could not be) )?(not )?kept\b/gi, 'captured payment, payment to be refunded'],
  [
    /\b(gateway|provider|bank|database|server|Omise|LINE|MyCloud|Ecwid) (is|was|has been) (never |not )?asked\b/gi,
    'called',
  ],
  [/\bwhat (came|comes) back\b/gi, 'the response'],
  [/\b(told|hear|hears|heard)\b/gi, 'notified, receives, returns, logs'],
  [
    /\b(gone|dead(?![- ](letter|lock|code))|(?<!-)alive|(?<!encrypted )at rest)\b/gi,
    'deleted, expired, stopped; running; idle',
  ],
  [/\bwish(es|ed|ing)?\b/gi, 'request, requested change'],
  [/\b(look-?ups?|look(s|ed|ing)? (at|for|up|after|whether))\b/gi, 'query, read, poll, check'],
  [/\b(come|comes|came|coming) to nothing\b|\bin vain\b/gi, 'fail'],
  [/\b(leave|leaves|left|leaving) (the|a|its|their) bank\b/gi, 'abandoned 3-D Secure challenge'],
  [/\b(inTurn|(its|their|whose|a) turn)\b/g, 'concurrency limit, queue, due'],
  [/\b(sweep|sweeps|sweeping|keepHouse)\b/gi, 'scheduled job, due-work query'],
  [/\bunder fire\b/gi, 'crash test, fault injection'],
  [/\bjudg(e|es|ed|ing)\b/gi, 'oracle'],
  [/\bplanted bugs?\b/gi, 'mutation test'],
  [/\bundecided\b/gi, 'resolved, pending'],
  [/\b(odd|tired|unmistakabl[ey]|honest|honestly)\b/gi, 'what is meant'],
  [/\b(somebody|nobody|whoever)\b/gi, 'the actor: the subscriber, the worker, the caller'],
];

const TITLED = new Set(['test', 'it', 'describe']);
const LEVELS = new Set(['debug', 'info', 'warn', 'error']);

/**
 * Returns the refused words in a TypeScript or JavaScript source, in the order of the text.
 * @param {string} file @param {string} text @returns {{ line: number, word: string, instead: string }[]}
 */
export function refusedWords(file, text) {
  if (!WORDS.some(([pattern]) => text.search(pattern) >= 0)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return proseOf(source)
    .flatMap(({ pos, end }) => {
      const written = text.slice(pos, end);
      // In a comment, code in backticks and the names of lint rules are not checked. A title in backticks is
      // checked.
      const quoted = written.startsWith('/')
        ? /`[^`\n]*`|https?:\/\/\S+|lint-disable\S* \S+/g
        : /\$\{[^}]*\}/g;
      const prose = written.replace(quoted, (code) => ' '.repeat(code.length));
      return WORDS.flatMap(([pattern, instead]) =>
        [...prose.matchAll(pattern)].map((hit) => ({ at: pos + hit.index, word: hit[0], instead })),
      );
    })
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...hit }) => ({ line: source.getLineAndCharacterOfPosition(at).line + 1, ...hit }));
}

/**
 * Finds the texts to check in a source.
 * @param {ts.SourceFile} source @returns {ts.TextRange[]} the ranges of its comments, test titles and log events
 */
function proseOf(source) {
  const text = source.text;
  /** @type {Map<number, ts.TextRange>} */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.JsxText || ts.isJSDoc(node)) return;
    if (ts.isCallExpression(node)) {
      const title = titleOf(node);
      if (title) found.set(title.getStart(source), { pos: title.getStart(source), end: title.end });
    }
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0) return;
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
    ])
      found.set(range.pos, range);
  };
  visit(source);
  return [...found.values()];
}

/**
 * Returns the text argument of a call that is checked.
 * @param {ts.CallExpression} call @returns {ts.Expression | null} the title of a test or group, the name of a log event, or null
 */
function titleOf({ expression, arguments: [first] }) {
  if (!first || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return null;
  const isLog =
    ts.isPropertyAccessExpression(expression) &&
    LEVELS.has(expression.name.text) &&
    /\blog$/.test(expression.expression.getText());
  const [callee = ''] = /^\w+/.exec(expression.getText()) ?? [];
  return isLog || TITLED.has(callee) ? first : null;
}

async function main() {
  const asked = process.argv.slice(2);
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    if (asked.length > 0 && !asked.some((folder) => file === folder || file.startsWith(`${folder}/`)))
      continue;
    for (const { line, word, instead } of refusedWords(file, readFileSync(join(root, file), 'utf8'))) {
      process.stdout.write(`${file}:${line}: "${word}": write ${instead}\n`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === import.meta.filename) await runProgram(main);
