import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../../kit/dialogs/version-comparison.tsx';
import { Problem } from '../../kit/screen/problem.tsx';
import { toSourceDraft } from './source-draft.ts';
import { sourceLabels, sourceTexts } from './source-texts.ts';
import type { SourceForm } from './use-source-form.ts';

/** Both versions of a source that two admins have saved. */
export function SourceConflict({ form }: { form: SourceForm }) {
  const { theirs, draft, busy, problem } = form;
  if (!theirs) return null;
  return (
    <FormDialog open size="wide" title={theirs.name} unsaved={false} onClose={form.closeConflict}>
      <Problem message={problem} />
      <VersionComparison
        labels={sourceLabels}
        mine={sourceTexts(draft)}
        theirs={sourceTexts(toSourceDraft(theirs))}
        busy={busy}
        onKeepMine={() => void form.keepMine()}
        onTakeTheirs={form.takeTheirs}
      />
    </FormDialog>
  );
}
