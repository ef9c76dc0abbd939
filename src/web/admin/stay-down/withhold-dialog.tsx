import type { FormEvent } from 'react';
import { plural } from '../../components/format/plural.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { SelectField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

/** Posts of one list; without `ids`, all of them that are undecided. */
export interface Withheld {
  listId: string;
  listName: string;
  ids?: string[];
}

interface WithholdDialogProps {
  withheld: Withheld;
  onClose: () => void;
  onWithheld: () => void;
}

const kinds = { minor: 'A person who is or may be under 18', intimate_image: 'Intimate images without consent' };

/** Asks what a list is about, which decides how soon the case has to be decided. */
export function WithholdDialog({ withheld: { listId, listName, ids }, onClose, onWithheld }: WithholdDialogProps) {
  const { busy, problem, submit } = useSubmit('The posts could not be withheld.');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const kind = new FormData(event.currentTarget).get('kind') === kinds.minor ? 'minor' : 'intimate_image';
    void submit(async () => {
      const body = { kind, ...(ids && { ids }) } as const;
      const { withheld, caseNumber } = await adminClient.withholdHashMatches({ params: { id: listId }, body });
      notify(`${plural(withheld, 'post')} withheld in case ${caseNumber}.`);
      onWithheld();
    });
  };
  return (
    <FormDialog open title={ids ? 'Withhold this post?' : 'Withhold all posts of this list?'} onClose={onClose}>
      <Form className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          Visitors no longer see {ids ? 'it' : 'them'}, at once. A case is opened in which each post is decided. The
          pictures are on the hash list “<bdi>{listName}</bdi>”.
        </p>
        <SelectField label="What the list is about" name="kind" options={Object.values(kinds)} />
        <Problem message={problem} />
        <FormButtons submit="Withhold" busy={busy} />
      </Form>
    </FormDialog>
  );
}
