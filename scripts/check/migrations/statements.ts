/** The parts of SQL that may contain a semicolon, a comma or a keyword: comments, strings, quoted names. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g;

/**
 * Returns the statements of a migration in a plain form: lower case, one space between words, no comments, no quotes
 * around names, no schema `public`, and `''` in place of each string.
 */
export function statementsOf(sql: string): string[] {
  const plain = sql.replace(OPAQUE, (part) => {
    if (part.startsWith('-') || part.startsWith('/')) return ' ';
    if (part.startsWith('"')) return part.slice(1, -1);
    return "''";
  });
  return plain
    .split(';')
    .map((statement) => statement.toLowerCase().replaceAll('public.', '').replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

/** Splits at the commas that are not inside parentheses. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] !== ',' || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)].map((part) => part.trim());
}
