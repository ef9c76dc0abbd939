const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index after the string that starts at `start`. */
const endOfString = (json: string, start: number) => {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at + 1;
  }
  return json.length;
};

/** Whether JSON nests deeper than `max`. Parsing a megabyte of brackets would take a hundred times longer. */
export const isDeeperThan = (max: number, json: string): boolean => {
  let depth = 0;
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
      continue;
    }
    if (code === openBracket || code === openBrace) depth++;
    else if (code === closeBracket || code === closeBrace) depth--;
    if (depth > max) return true;
    at++;
  }
  return false;
};
