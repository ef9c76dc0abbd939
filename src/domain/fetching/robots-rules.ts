/** The rules of a robots.txt (RFC 9309) for one robot. Parsing and matching take linear time for any file. */
export interface RobotsRules {
  isAllowed: (url: string) => boolean;
  /** From Crawl-delay. */
  delaySeconds: number | undefined;
}

interface Rule {
  isAllow: boolean;
  pattern: string;
}

interface Group {
  rules: Rule[];
  delaySeconds: number | undefined;
}

/** A file with more wildcard rules is meant to keep robots busy, and is taken to disallow everything. */
const maxWildcards = 1000;

/** Matches paths that encodeURI() doesn't change. */
const isPlain = (path: string) => /^[\w\-.!~*'();/?:@&=+$,#]*$/.test(path);

/** Normalizes percent-encoding. */
const normalize = (path: string) =>
  isPlain(path)
    ? path
    : encodeURI(path.toWellFormed())
        .replaceAll('%25', '%')
        .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** An asterisk matches any text, a dollar sign at the end matches the end. */
const matches = (pattern: string, path: string): boolean => {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const last = isWhole ? others.pop() : undefined;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
};

/** The longest matching rule applies. Of equally long ones, “allow” wins. */
const isAllowedBy = (rules: readonly Rule[], path: string): boolean => {
  let best: Rule = { isAllow: true, pattern: '' };
  for (const rule of rules) {
    const isStronger =
      rule.pattern.length > best.pattern.length || (rule.pattern.length === best.pattern.length && rule.isAllow);
    if (isStronger && matches(rule.pattern, path)) best = rule;
  }
  return best.isAllow;
};

const addLine = (group: Group, field: string, value: string) => {
  if ((field === 'allow' || field === 'disallow') && value !== '')
    group.rules.push({ isAllow: field === 'allow', pattern: normalize(value) });
  const delay = field === 'crawl-delay' && value !== '' ? Number(value) : Number.NaN;
  if (delay >= 0) group.delaySeconds ??= delay;
};

/** Reads the groups for a robot, or those for all robots if it isn't named. */
export const readRobotsRules = (text: string, robot: string): RobotsRules => {
  const groups = new Map<string, Group>();
  let current: Group | undefined;
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
    if (field.toLowerCase() === 'user-agent') {
      const name = value.trim().split('/')[0]?.trim().toLowerCase() ?? '';
      if (!isNaming) current = undefined;
      isNaming = true;
      // Read a group for both this robot and all robots only once.
      const isOurs = name === robot.toLowerCase();
      if (!isOurs && (name !== '*' || current)) continue;
      current = groups.get(name) ?? { rules: [], delaySeconds: undefined };
      groups.set(name, current);
    } else if (field !== '') {
      isNaming = false;
      if (current) addLine(current, field.toLowerCase(), value.trim());
    }
  }
  const { rules, delaySeconds } = groups.get(robot.toLowerCase()) ??
    groups.get('*') ?? { rules: [], delaySeconds: undefined };
  const isHostile = rules.filter(({ pattern }) => pattern.includes('*')).length > maxWildcards;
  return {
    delaySeconds,
    isAllowed: (url) => {
      if (isHostile) return false;
      const { pathname, search } = new URL(url);
      return isAllowedBy(rules, normalize(pathname + search));
    },
  };
};
