import type { Mutant } from '../mutant.ts';

const editing = ['tests/spec/back-office/editing.test.ts'];
const navigation = ['tests/spec/back-office/navigation.test.ts'];
const kit = 'src/web/admin/kit';

export const backOfficeMutants: Mutant[] = [
  {
    file: `${kit}/records/channel.ts`,
    find: 'adminClient.deleteChannel({ params: { id }, body: { version } })',
    replace: 'adminClient.deleteChannel({ params: { id }, body: {} })',
    harm: 'a channel is deleted although somebody else has just changed it',
    tests: editing,
  },
  {
    file: `${kit}/records/star.ts`,
    find: 'body: { ...draft, version } }',
    replace: 'body: draft }',
    harm: 'an edit of a star overwrites what somebody else saved meanwhile',
    tests: editing,
  },
  {
    file: `${kit}/records/use-record-editor.ts`,
    find: 'isConflict(error) ? deleteConflict : failureMessage',
    replace: 'failureMessage',
    harm: 'a refused delete does not say that somebody else changed the record',
    tests: editing,
  },
  {
    file: `${kit}/forms/fields.tsx`,
    find: "'aria-describedby': note ?",
    replace: "'aria-describedby': !note ?",
    harm: 'screen readers do not read what is wrong with a field',
    tests: [...editing, ...navigation],
  },
  {
    file: `${kit}/forms/form.tsx`,
    find: '?.focus()',
    replace: '',
    harm: 'after a refused save, the wrong field has to be searched for',
    tests: editing,
  },
  {
    file: `${kit}/forms/unsaved-guard.ts`,
    find: '    if (!unsaved) return;\n    const warn',
    replace: '    const warn',
    harm: 'every page warns about unsaved changes that do not exist',
    tests: editing,
  },
  {
    file: `${kit}/video-form/video-form.tsx`,
    find: 'maxLength={limits.video.title}',
    replace: 'maxLength={limits.video.title + 1}',
    harm: 'a title that the form accepts is refused by the server',
    tests: editing,
  },
  {
    file: 'src/web/admin/networks/reject-dialog.tsx',
    find: '    setFailure(undefined);\n    try {',
    replace: "    setReason('');\n    try {",
    harm: 'a rejection that failed loses the reason',
    tests: editing,
  },
  {
    file: `${kit}/lists/search-field.tsx`,
    find: 'const debounceMs = 200;',
    replace: 'const debounceMs = 0;',
    harm: 'every key pressed in a search field is a request',
    tests: navigation,
  },
  {
    file: 'src/web/admin/layout.tsx',
    find: '    if (shown.current === pathname) return;\n    shown.current = pathname;',
    replace: '    return;',
    harm: 'the focus stays on the link after a new screen has opened',
    tests: navigation,
  },
  {
    file: `${kit}/table/data-table.tsx`,
    find: 'event.ctrlKey || event.metaKey',
    replace: 'event.ctrlKey',
    harm: 'Cmd and a click on a row leaves the list instead of opening a new tab',
    tests: navigation,
  },
  {
    file: `${kit}/table/use-row-keys.ts`,
    find: 'Math.min(row + 1, count - 1)',
    replace: '(row + 1) % count',
    harm: 'the down arrow jumps from the last row to the first',
    tests: navigation,
  },
];
