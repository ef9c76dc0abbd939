import { Link } from 'react-router';
import { fieldLabel } from '#contract/values/audit-fields.ts';
import { plural } from '../../components/format/plural.ts';
import { flagWords, kindWords } from '../kit/cases/case-words.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { Case } from '../kit/records/case.ts';
import { LongText } from '../kit/screen/long-text.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { senderUrl } from './bundle-urls.ts';

/** What the form's choices and ticks are stored as. */
const choices: Record<string, Record<string, string>> = {
  relation: { self: 'The person shown', agent: 'Somebody who may act for the person shown' },
  goodFaith: { yes: 'Confirmed' },
  perjury: { yes: 'Confirmed' },
};

/** What this form calls its fields; in other places, their names mean something else. */
const labels: Record<string, string> = {
  rightsHolder: 'Rights holder',
  relation: 'Reported by',
  goodFaith: 'In good faith',
  perjury: 'Accurate, under penalty of perjury',
};

/** As the form asks for them; the database stores fields by the length of their names. */
const order = ['relation', 'rightsHolder', 'address', 'work', 'description', 'moreUrls', 'goodFaith', 'perjury'];
const placeOf = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);

/** Everything that the notice says, as it was sent. */
export function NoticeFacts({ found }: { found: Case }) {
  const { details, sender, othersOfSender } = found;
  const facts: [string, string][] = [
    ['Kind', kindWords[found.kind]],
    ['Received', momentLabel(found.receivedAt)],
    ['To decide by', momentLabel(found.dueAt)],
    ['Notice', found.isComplete ? 'Complete' : 'Incomplete: something that the law asks for is missing'],
    ['Name', found.reporterName || 'Not given'],
    ['Email', found.reporterEmail || 'Not given: only the status page tells the reporter what was decided'],
    ...Object.entries(details)
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([field, value]): [string, string] => [
        labels[field] ?? fieldLabel(field),
        choices[field]?.[value] ?? value,
      ]),
    ['Proof of work', found.hasProof ? 'Done' : 'None'],
    ...found.flags.map((flag): [string, string] => ['Note', flagWords[flag]]),
  ];
  return (
    <Panel title="Notice">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 px-4.5 py-4 text-sm max-sm:grid-cols-1 max-sm:gap-y-0">
        {facts.map(([name, value]) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-muted max-sm:mt-2 max-sm:text-[13px]">{name}</dt>
            <dd className="min-w-0">
              <LongText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {sender && othersOfSender > 0 && (
        <p className="border-t border-line px-4.5 py-3 text-sm">
          <Link to={senderUrl(sender)} className="text-accent hover:underline">
            {plural(othersOfSender, 'other')} from this sender today
          </Link>
        </p>
      )}
    </Panel>
  );
}
