import type { FormEvent } from 'react';
import { plural } from '../../components/format/plural.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { SelectField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { withholdAllOfList, withholdOfList } from './stay-down-list.ts';

/** Posts of one list; without `ids`, all of the lists that are undecided. */
export interface Withheld {
  lists: { id: string; name: string }[];
  ids?: string[];
}

interface WithholdDialogProps {
  withheld: Withheld;
  onClose: () => void;
  onWithheld: () => void;
}

const kinds = { minor: 'A person who is or may be under 18', intimate_image: 'Intimate images without consent' };

const listOfNames = new Intl.ListFormat('en');

/** Asks what each list is about, which decides how soon its case has to be decided. */
export function WithholdDialog({ withheld: { lists, ids }, onClose, onWithheld }: WithholdDialogProps) {
  const { busy, problem, submit } = useSubmit('The posts could not be withheld.');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void submit(async () => {
      const caseNumbers: string[] = [];
      let count = 0;
      for (const { id } of lists) {
        const kind = form.get(`kind-${id}`) === kinds.minor ? 'minor' : 'intimate_image';
        const taken = await (ids ? withholdOfList(id, kind, ids) : withholdAllOfList(id, kind));
        caseNumbers.push(...taken.caseNumbers);
        count += taken.withheld;
      }
      const cases = caseNumbers.length === 1 ? 'case' : 'cases';
      notify(`${plural(count, 'post')} withheld in ${cases} ${listOfNames.format(caseNumbers)}.`);
      onWithheld();
    });
  };
  return (
    <FormDialog open title={ids ? 'Withhold this post?' : 'Withhold all posts?'} onClose={onClose}>
      <Form className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          Visitors no longer see {ids ? 'it' : 'them'}, at once. A case is opened{lists.length > 1 && ' for each list'},
          in which each post is decided.
        </p>
        {lists.map(({ id, name }) => (
          <SelectField key={id} label={`What “${name}” is about`} name={`kind-${id}`} options={Object.values(kinds)} />
        ))}
        <Problem message={problem} />
        <FormButtons submit="Withhold" busy={busy} />
      </Form>
    </FormDialog>
  );
}
