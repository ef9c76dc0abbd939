import { Dialog } from '@base-ui/react/dialog';
import { describe, expect, it } from 'vitest';
import { postFields, postTexts } from '#contract/values/post-fields.ts';
import { emptyDraft, nothingTyped } from '#web/admin/kit/records/video.ts';
import { VideoForm } from '#web/admin/kit/video-form/video-form.tsx';
import { renderScreen } from '../../support/rendered-screen.tsx';

describe('the form of a post', () => {
  const { $ } = renderScreen(
    () => (
      <Dialog.Root>
        <VideoForm
          {...{ draft: emptyDraft, typed: nothingTyped, errors: undefined, id: undefined, views: 0, hiddenBecause: [] }}
          {...{ submit: 'Add', busy: false, onChange: () => {}, onSubmit: () => {} }}
        />
      </Dialog.Root>
    ),
    undefined,
  );

  it.each(postTexts)('has an input for the text %s, with its label and limit', (name) => {
    const input = $(`[name="${name}"]`);
    const { label, maxLength, isRequired } = postFields[name];
    expect($(`label[for="${input.attr('id')}"]`).text()).toBe(label);
    expect(input.attr('maxlength')).toBe(String(maxLength));
    expect(input.is('[required]')).toBe(isRequired);
  });
});
