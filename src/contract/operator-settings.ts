import { Type } from 'typebox';
import { Email, OptionalText } from './fields.ts';
import { limits } from './values/limits.ts';
import { noOperatorFacts } from './values/no-operator-facts.ts';
import { type Fact, factLabels } from './values/operator-facts.ts';
import { invalidEmail } from './values/sentences.ts';
import { lineOrBlankPattern } from './values/text.ts';

const max = limits.settings.operator;

const OperatorLine = (fact: Fact, maxLength: number) =>
  Type.String({
    ...OptionalText(factLabels[fact], maxLength),
    default: '',
    pattern: lineOrBlankPattern,
    invalid: `The ${factLabels[fact]} must be one line of text.`,
  });
const OperatorAddress = (fact: Fact) => Type.String({ ...OptionalText(factLabels[fact], max.address), default: '' });

/** Who runs the site, for the pages of the footer. */
export const OperatorSettings = Type.Object(
  {
    name: OperatorLine('name', max.name),
    address: OperatorAddress('address'),
    jurisdiction: OperatorLine('jurisdiction', max.name),
    copyrightAgentName: OperatorLine('copyrightAgentName', max.name),
    copyrightAgentAddress: OperatorAddress('copyrightAgentAddress'),
    copyrightAgentEmail: Type.Union([Email, Type.Literal('')], {
      label: factLabels.copyrightAgentEmail,
      invalid: invalidEmail,
      default: '',
    }),
    copyrightAgentPhone: OperatorLine('copyrightAgentPhone', max.phone),
    recordsCustodianName: OperatorLine('recordsCustodianName', max.name),
    recordsCustodianAddress: OperatorAddress('recordsCustodianAddress'),
  },
  {
    additionalProperties: false,
    default: noOperatorFacts,
    description: 'Who runs the site; texts of pages name these facts by placeholders such as {{copyrightAgent}}',
    label: 'operator',
    invalid: 'The operator must be an object with names, addresses, an email and a telephone.',
  },
);
