import { type ComponentProps, type DragEvent, useRef, useState } from 'react';
import { imageTooLarge, limits } from '#contract/values/fields.ts';
import { webUrlOrPathPattern } from '#contract/values/urls.ts';
import { adminClient } from '../session/admin-client.ts';
import { failureMessage } from '../session/failure.ts';
import { TextField } from './fields.tsx';

/** An input for a web URL, or the path of an image on this site. */
export function ImageField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      inputMode="url"
      maxLength={limits.url}
      pattern={webUrlOrPathPattern}
      title="A URL that starts with http:// or https://, or a path on this site"
      placeholder="https://"
      {...props}
    />
  );
}

/** Sets the value through the native setter, so that a controlled input's onChange is called. */
const typeInto = (input: HTMLInputElement, text: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

const upload = async (file: File): Promise<string> => {
  const form = new FormData();
  form.append('image', file);
  return (await adminClient.uploadImage({ form })).url;
};

/** An image by URL, or by a picked or dropped file, which is uploaded immediately. The URL is saved with the form. */
export function UploadedImageField(props: ComponentProps<typeof ImageField>) {
  const input = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState('');

  const take = async (file: File | undefined) => {
    const field = input.current;
    if (!file || !field || isBusy) return;
    if (file.size > limits.uploadedImage.bytes) {
      setProblem(imageTooLarge);
      return;
    }
    setProblem('');
    setIsBusy(true);
    // Blocks submitting the form during the upload.
    field.setCustomValidity('Wait until the image is uploaded.');
    try {
      typeInto(field, await upload(file));
    } catch (error) {
      setProblem(failureMessage(error, 'The image could not be uploaded. Please try again.'));
    } finally {
      field.setCustomValidity('');
      setIsBusy(false);
    }
  };
  const over = (event: DragEvent, isInside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(isInside);
  };
  const drop = (event: DragEvent) => {
    over(event, false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an alternative to the button
    <div
      className={`grid gap-1.5 rounded-xl ${isOver ? 'outline-2 outline-offset-4 outline-accent outline-dashed' : ''}`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={drop}
    >
      <ImageField {...props} ref={input} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          className="btn btn-quiet px-3"
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={() => picker.current?.click()}
        >
          {isBusy ? 'Uploading...' : 'Upload image'}
        </button>
        <span className="text-[13px] text-muted max-sm:hidden">or drop a file here</span>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          hidden
          aria-label="Image file"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // Allows to pick the same file again.
            target.value = '';
          }}
        />
        <p role="alert" className="text-[13px] text-danger empty:hidden">
          {problem}
        </p>
      </div>
    </div>
  );
}
