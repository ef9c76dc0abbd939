import { type ChangeEvent, useState } from 'react';
import { addToLibrary, readLibrary } from './library.ts';
import { LibraryFileError, libraryText, maxLibraryBytes, parseLibrary } from './library-file.ts';

const fileName = 'library.json';

const download = () => {
  const url = URL.createObjectURL(new Blob([libraryText(readLibrary())], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  URL.revokeObjectURL(url);
};

const readFile = async (file: File) => {
  if (file.size > maxLibraryBytes)
    throw new LibraryFileError(`A library may have at most ${maxLibraryBytes / 1024 / 1024} MB.`);
  return addToLibrary(parseLibrary(await file.text()));
};

export function LibraryFileSection() {
  const [result, setResult] = useState({ message: '', failed: false });
  const importFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      setResult({ message: await readFile(file), failed: false });
    } catch (error) {
      const message = error instanceof LibraryFileError ? error.message : 'The file could not be read.';
      setResult({ message, failed: true });
    }
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <section className="mt-12" aria-labelledby="library-file">
      <h2 id="library-file">Move your library</h2>
      <p className="mt-1 max-w-[70ch] text-muted">
        Export favourites, history and hidden tags as a file, and import it in another browser. Importing adds to what
        is there.
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <button type="button" className="btn btn-quiet" onClick={download}>
          Export
        </button>
        <label className="btn btn-quiet cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          Import
          <input type="file" accept=".json,application/json" className="sr-only" onChange={importFile} />
        </label>
      </div>
      <p role="status" className={`mt-3 min-h-6 ${result.failed ? 'text-danger' : ''}`}>
        {result.message}
      </p>
    </section>
  );
}
