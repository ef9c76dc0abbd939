import { Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { caseKinds } from './values/cases.ts';
import { defaultCaseReasons } from './values/default-case-reasons.ts';
import { limits } from './values/limits.ts';
import { nonBlankLinePattern } from './values/text.ts';

const closed = { additionalProperties: false };
const max = limits.settings.caseReasons;

const Reason = Type.Object(
  {
    kind: Type.Union([Type.Enum(caseKinds), Type.Literal('')], {
      label: 'kind of notice',
      invalid: 'The kind of notice must be one that can be reported, or empty for all.',
      description: 'Empty for every kind of notice',
    }),
    title: Type.String({
      ...RequiredText('title of a reason', max.title),
      pattern: nonBlankLinePattern,
      invalid: 'The title of a reason must be one line of text.',
    }),
    text: RequiredText('text of a reason', max.text),
  },
  { ...closed, label: 'reason', invalid: 'Each reason needs a kind of notice, a title and a text.' },
);

const Reasons = (label: string) => Type.Array(Reason, { maxItems: max.count, label });

/** What admins start from when they write to reporters. */
export const CaseReasonSettings = Type.Object(
  {
    remove: Reasons('reasons to remove'),
    keep: Reasons('reasons to keep'),
    ask: Reasons('questions to reporters'),
  },
  {
    ...closed,
    default: defaultCaseReasons,
    description: 'Texts that admins start from when they decide a notice or ask its reporter',
    label: 'reasons of decisions',
    invalid: 'The reasons of decisions must be an object with lists to remove, keep and ask.',
  },
);
