import { columnRisk } from './column-risk.ts';
import { breaking, judged, type MigrationFacts, type Risk } from './risk.ts';

/** Splits at commas that are not in parentheses. */
const actionsOf = (text: string) => {
  let depth = 0;
  const actions = [''];
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
};

const addConstraintRisk = (action: string, { dropped }: MigrationFacts) => {
  const [, name = '', kind = ''] = /^add (?:constraint (\w+) )?(\w+)/.exec(action) ?? [];
  if (kind === 'check' && dropped.has(name)) return judged('replaces a check; say why it refuses nothing that it took');
  return breaking('adds a constraint that the writes of older versions may violate');
};

const alterations: [RegExp, (action: string, facts: MigrationFacts) => Risk | undefined][] = [
  [/^add (constraint|check|unique|primary key|foreign key|exclude)\b/, addConstraintRisk],
  [/^add /, columnRisk],
  [/^drop constraint\b/, () => judged('drops a constraint')],
  [/^drop /, () => breaking('drops a column')],
  [/^rename /, () => breaking('renames what older versions use')],
  [/^alter (column )?\w+ set not null/, () => breaking('forbids nulls that older versions may write')],
  [/^alter (column )?\w+ (set data )?type\b/, () => breaking('changes a type, and rewrites the table')],
  [/^alter (column )?\w+ drop default/, () => breaking('drops a default that older versions rely on')],
  [/^(validate constraint|set \(|alter (column )?\w+ set (statistics|storage|compression))/, () => undefined],
];

export const alterTableRisk = (shape: string, facts: MigrationFacts): Risk[] => {
  const [, table = '', actions = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(shape) ?? [];
  if (facts.newTables.has(table)) return [];
  return actionsOf(actions).flatMap((action) => {
    const found = alterations.find(([pattern]) => pattern.test(action));
    return found ? (found[1](action, facts) ?? []) : judged(`alters ${table}: ${action}`);
  });
};
