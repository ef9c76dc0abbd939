export interface SqlStatement {
  /** As it is written, without comments. */
  text: string;
  /** In lower case, on one line, and without what is in quotes: what a rule can be matched against. */
  shape: string;
}

const comment = String.raw`--[^\n]*|/\*[^]*?\*/`;
const quoted = String.raw`'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$`;
const part = new RegExp(`(?<comment>${comment})|(?<quoted>${quoted})|(?<end>;)|[^]`, 'g');

/** Splits a file of SQL at the semicolons that end statements. */
export const statementsOf = (sql: string): SqlStatement[] => {
  const statements = [{ text: '', shape: '' }];
  for (const { 0: text, groups } of sql.matchAll(part)) {
    const statement = statements[statements.length - 1];
    if (groups?.end) statements.push({ text: '', shape: '' });
    else if (statement) {
      statement.text += groups?.comment ? ' ' : text;
      statement.shape += groups?.comment ? ' ' : groups?.quoted ? "''" : text;
    }
  }
  return statements
    .map(({ text, shape }) => ({ text: text.trim(), shape: shape.toLowerCase().replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
};
