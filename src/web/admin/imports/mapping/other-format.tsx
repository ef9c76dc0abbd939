import type { Format } from '#contract/import-settings.ts';
import { formatName, looksLike } from '#contract/values/feed-formats.ts';

interface OtherFormatProps {
  found: Format;
  used: Format;
  /** Whether the source brought it, and nobody has chosen it just now. */
  isKept: boolean;
  onUse: (format: Format) => void;
}

/** Tells that the file is not what the source usually sends, or what somebody took it for. */
export function OtherFormat({ found, used, isKept, onUse }: OtherFormatProps) {
  const sentence = `This file looks like ${formatName(found, used)}; it is read as ${formatName(used, found)}.`;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-4.5 py-3">
      <p className="text-sm">{isKept ? looksLike(found, used) : sentence}</p>
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm" onClick={() => onUse(found)}>
        Use {formatName(found, used)}
      </button>
    </div>
  );
}
