import type { Mutant } from '../mutant.ts';

const directories = ['tests/spec/back-office/directories.test.ts'];
const administration = ['tests/spec/back-office/administration.test.ts'];
const posts = ['tests/spec/back-office/posts.test.ts'];
const kit = 'src/web/admin/kit';

export const backOfficeMutants: Mutant[] = [
  {
    file: `${kit}/records/record.ts`,
    find: 'remove({ params: { id }, body: { version } })',
    replace: 'remove({ params: { id }, body: {} as never })',
    harm: 'a channel is deleted although somebody else has just changed it',
    tests: directories,
  },
  {
    file: `${kit}/records/record.ts`,
    find: 'body: { ...draft, version } }',
    replace: 'body: draft as never }',
    harm: 'an edit of a performer overwrites what somebody else saved meanwhile',
    tests: directories,
  },
  {
    file: `${kit}/records/use-record-editor.ts`,
    find: 'isConflict(error) ? deleteConflict : failureMessage',
    replace: 'failureMessage',
    harm: 'a refused delete does not say that somebody else changed the record',
    tests: directories,
  },
  {
    file: `${kit}/forms/fields.tsx`,
    find: "'aria-describedby': note ?",
    replace: "'aria-describedby': !note ?",
    harm: 'screen readers do not read what is wrong with a field',
    tests: administration,
  },
  {
    file: `${kit}/forms/form.tsx`,
    find: '?.focus()',
    replace: '',
    harm: 'after a refused save, the wrong field has to be searched for',
    tests: [...directories, ...posts],
  },
  {
    file: `${kit}/forms/unsaved-guard.ts`,
    find: 'unsavedForms().length > 0 && canStillSave()',
    replace: 'canStillSave()',
    harm: 'every page warns about unsaved changes that do not exist',
    tests: posts,
  },
  {
    file: `${kit}/video-form/video-form.tsx`,
    find: 'maxLength, required: isRequired',
    replace: 'maxLength: maxLength + 1, required: isRequired',
    harm: 'a title that the form accepts is refused by the server',
    tests: posts,
  },
  {
    file: 'src/web/admin/partners/submissions.tsx',
    find: 'await onReject(',
    replace: "setReason('');\n      await onReject(",
    harm: 'a rejection that failed loses the reason',
    tests: directories,
  },
  {
    file: `${kit}/lists/filters.tsx`,
    find: 'const debounceMs = 200;',
    replace: 'const debounceMs = 0;',
    harm: 'every key pressed in a search field is a request',
    tests: ['tests/full/browser/list-pointer-and-search.test.ts'],
  },
  {
    file: 'src/web/admin/layout.tsx',
    find: '    if (shown.current === pathname) return;\n    shown.current = pathname;',
    replace: '    return;',
    harm: 'the focus stays on the link after a new screen has opened',
    tests: posts,
  },
  {
    file: `${kit}/table/data-table.tsx`,
    find: 'event.ctrlKey || event.metaKey',
    replace: 'event.ctrlKey',
    harm: 'Cmd and a click on a row leaves the list instead of opening a new tab',
    tests: posts,
  },
  {
    file: `${kit}/table/data-table.tsx`,
    find: 'Math.min(row + 1, count - 1)',
    replace: '(row + 1) % count',
    harm: 'the down arrow jumps from the last row to the first',
    tests: posts,
  },
  {
    file: 'src/web/admin/kit/records/use-record-editor.ts',
    find: 'send(key, current ?? base, draft)',
    replace: 'send(key, base, draft)',
    harm: 'keeping my version fails with the same conflict again',
    tests: posts,
  },
  {
    file: 'src/web/admin/kit/records/use-record-editor.ts',
    find: `      put(failed);
`,
    replace: `      discard(key);
`,
    harm: 'what was typed is lost when saving fails',
    tests: directories,
  },
  {
    file: 'src/web/admin/kit/forms/unsaved-guard.ts',
    find: `addEventListener('beforeunload', warn);
    return`,
    replace: 'return',
    harm: 'closing the tab loses what was typed',
    tests: posts,
  },
  {
    file: `${kit}/lists/filters.tsx`,
    find: `    for (const page of ['page', 'before']) parameters.delete(page);
`,
    replace: '',
    harm: 'a search from page 3 does not begin with its first page',
    tests: [...posts, ...directories],
  },
  {
    file: 'src/web/admin/kit/table/data-table.tsx',
    find: "event.key === 'Enter' && onOpen",
    replace: "event.key === ' ' && onOpen",
    harm: 'a row cannot be opened with Enter',
    tests: posts,
  },
  {
    file: 'src/web/admin/kit/session/session-dialogs.tsx',
    find: `
    rememberReturnUrl(window.location);`,
    replace: '',
    harm: 'after an expired session, signing in leads to the dashboard',
    tests: ['tests/full/browser/signing-in.test.ts'],
  },
  {
    file: 'src/web/admin/partners/submissions.tsx',
    find: 'params: { id }, body: { version }',
    replace: 'params: { id }, body: { version: version && undefined }',
    harm: 'approving ignores what another admin decided',
    tests: directories,
  },
  {
    file: 'src/web/admin/kit/forms/names-field.tsx',
    find: ' && !chosen.includes(name)',
    replace: '',
    harm: 'a tag is added twice',
    tests: posts,
  },
  {
    file: 'src/web/admin/settings/saving.ts',
    find: `      await revalidator.revalidate();
`,
    replace: '',
    harm: 'after saving the settings, the back-office shows the old site name until a reload',
    tests: administration,
  },
];
