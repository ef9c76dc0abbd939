import { type DragEvent, useId, useRef, useState } from 'react';
import { importLimits } from '#contract/values/imports.ts';
import { sizeLabel } from '../import-words.ts';

interface FilePickerProps {
  file: File | undefined;
  /** Why the file cannot be taken. */
  problem: string | undefined;
  onChange: (file: File | undefined) => void;
}

const kinds = 'CSV, TSV, JSON, JSON Lines, RSS, Atom or Media RSS, also as .gz or .zip';

/** Chooses a file, or takes one that is dropped on it. */
export function FilePicker({ file, problem, onChange }: FilePickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (!dropped || !input.current) return;
    input.current.files = event.dataTransfer.files;
    onChange(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop a file on; the input within does the same with keys
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`grid gap-2 rounded-2xl border border-dashed px-4.5 py-5 transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <label htmlFor={id} className="text-sm font-medium">
        File
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        className="field h-auto py-2"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.files?.[0])}
      />
      <p id={`${id}-note`} className={`text-[13px] ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ??
          (file
            ? `${sizeLabel(file.size)}. It is sent in parts, so a lost connection or the end of your session costs seconds.`
            : `${kinds}, up to ${sizeLabel(importLimits.bytes)}. Choose it, or drop it here.`)}
      </p>
    </div>
  );
}
