import { useState } from 'react';
import { Picture } from './picture.tsx';

interface WithheldPictureProps {
  src: string;
  title: string;
  /** Size and rounded corners. */
  className: string;
  /** The text of the button that loads the picture; short by default, because lists have little room. */
  label?: string;
}

/** The picture of a reported or withheld post: the first click loads it blurred, the second one shows it. */
export function WithheldPicture({ src, title, className, label = 'Load' }: WithheldPictureProps) {
  const [step, setStep] = useState<'hidden' | 'blurred' | 'shown'>('hidden');
  if (src === '') return <Picture src="" alt="" className={className} />;
  if (step === 'hidden')
    return (
      <button
        type="button"
        className={`grid shrink-0 place-items-center border border-dashed border-line-strong bg-raised text-[13px] text-muted hover:text-text ${className}`}
        aria-label={`Load the picture of ${title}, blurred`}
        onClick={() => setStep('blurred')}
      >
        {label}
      </button>
    );
  const isShown = step === 'shown';
  return (
    <button
      type="button"
      className={`group relative shrink-0 overflow-clip ${className}`}
      aria-label={`${isShown ? 'Blur' : 'Show'} the picture of ${title}`}
      aria-pressed={isShown}
      onClick={() => setStep(isShown ? 'blurred' : 'shown')}
    >
      <Picture src={src} alt="" isWithheld className={`size-full ${isShown ? '' : 'scale-125 blur-xl'}`} />
      {!isShown && (
        <span className="absolute inset-0 grid place-items-center bg-bg/40 text-[13px] font-medium text-text">
          Show
        </span>
      )}
    </button>
  );
}
